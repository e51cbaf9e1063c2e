import { setFaults, setPower, setWorld } from '@lintel/contract/bench'
import { listParameters } from '@lintel/contract/calls/parameters'
import { clearFaults, holdCalls } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { expectLive, freezeDevice, pictureOf, viewers } from './live.ts'

test('the picture is marked live only once it moves (OVERVIEW-01)', async ({ page, open, rig }) => {
  const arrived = await holdCalls(rig, 'video')
  await open('/')
  await arrived()
  await expect(pictureOf(page).waiting).toBeVisible()
  await expect(pictureOf(page).live).toBeHidden()
  await clearFaults(rig)
  await expectLive(page)
  await expect(pictureOf(page).waiting).toBeHidden()
})

test('the picture has a size and shape of the camera and sits beside the panel (OVERVIEW-01)', async ({
  page,
  open,
  rig,
}) => {
  const name = 'root.Properties.Image.Resolution'
  const { values } = await rig.root.call(listParameters, { group: name })
  await open('/')
  await expectLive(page)
  const { canvas } = pictureOf(page)
  const { width, height } = await canvas.evaluate((element: HTMLCanvasElement) => ({
    width: element.width,
    height: element.height,
  }))
  expect(values.get(name)?.split(',')).toContain(`${width}x${height}`)
  const picture = await canvas.boundingBox()
  const panel = await page.getByRole('region', { name: 'This device' }).boundingBox()
  if (!picture || !panel) throw new Error('Nothing is drawn.')
  expect(picture.width / picture.height).toBeCloseTo(width / height, 1)
  expect(picture.x + picture.width).toBeLessThanOrEqual(panel.x)
})

test('reports a frozen picture with its time, and recovers by itself', async ({
  page,
  open,
  rig,
}) => {
  await open('/')
  await expectLive(page)
  const resume = freezeDevice(rig)
  try {
    await expect(pictureOf(page).still).toBeVisible()
    await expect(pictureOf(page).live).toBeHidden()
  } finally {
    resume()
  }
  await expectLive(page)
  await expect(pictureOf(page).still).toBeHidden()
})

for (const [how, out, back] of [
  ['the cable', { cable: false }, { cable: true }],
  ['the power', 'off', 'on'],
] as const) {
  test(`the picture isn’t marked live without ${how}, and recovers by itself (EXPECT-17)`, async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    expectFailures(/failed|WebSocket/i)
    const act = (what: typeof out | typeof back) =>
      typeof what === 'string'
        ? rig.bench.call(setPower, { action: what })
        : rig.bench.call(setWorld, what)
    await page.clock.install()
    await open('/')
    await expectLive(page)
    await act(out)
    await expect(pictureOf(page).live).toBeHidden()
    await expect(pictureOf(page).still).toBeVisible()
    await act(back)
    await page.clock.fastForward(15_000)
    await expectLive(page)
    await expect(page.getByText("The device doesn't answer.")).toBeHidden()
  })
}

test('plays as soon as the device is back, however long it was away (EXPECT-17)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed|WebSocket/i)
  await page.clock.install()
  await open('/')
  await expectLive(page)
  await rig.bench.call(setPower, { action: 'off' })
  await expect(pictureOf(page).still).toBeVisible()
  // The pause between two attempts doubles until it is 15 s.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await Promise.all([
      page.waitForEvent('requestfailed', (request) => request.url().includes('video.cgi')),
      page.clock.fastForward(15_000),
    ])
  }
  await rig.bench.call(setPower, { action: 'on' })
  // A move of the clock also ends the question whether the device is back, if it is under way.
  await expect(async () => {
    await page.clock.fastForward(5_000)
    await expect(page.getByText("The device doesn't answer.")).toBeHidden({ timeout: 2_000 })
  }).toPass()
  await expectLive(page)
})

test('reports a refused stream, and plays it once it is accepted', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/503/)
  await rig.bench.call(setFaults, { faults: [{ call: 'video', fault: 'status', value: 503 }] })
  await open('/')
  await expect(pictureOf(page).refused).toHaveText(
    "The video stream can't be accessed. Refresh the page. If that doesn't help, reset the device to its factory defaults or upgrade its firmware.",
  )
  await expect(pictureOf(page).live).toBeHidden()
  await rig.bench.call(setFaults, { faults: [] })
  await expectLive(page)
  await expect(pictureOf(page).refused).toBeHidden()
})

for (const fault of ['drop', 'cut'] as const) {
  test(`reopens a stream whose first connection broke (${fault})`, async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    expectFailures(/failed/i)
    await rig.bench.call(setFaults, { faults: [{ call: 'video', fault, times: 2 }] })
    await open('/')
    await expectLive(page)
    await expect(page.getByText("The device doesn't answer.")).toBeHidden()
  })
}

test('nobody streams while the tab is hidden, or on another page', async ({ page, open, rig }) => {
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((visibility) => {
      Object.defineProperties(document, {
        hidden: { configurable: true, value: visibility === 'hidden' },
        visibilityState: { configurable: true, value: visibility },
      })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const expectViewers = (count: number) => expect.poll(() => viewers(rig)).toBe(count)

  await open('/')
  await expectLive(page)
  await expectViewers(1)
  await show('hidden')
  await expectViewers(0)
  await show('visible')
  await expectLive(page)
  await expectViewers(1)
  await page.getByRole('link', { name: 'Maintenance' }).click()
  await expectViewers(0)
})
