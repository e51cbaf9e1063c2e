import { setWorld } from '@lintel/contract/bench'
import { getHealth } from '@lintel/contract/calls/health'
import { getRecipients } from '@lintel/contract/calls/recipients'
import { expect, test } from '../fixture.ts'
import { needs } from '../rig/firmware.ts'
import { expectFilledGrid } from './board.ts'

test.use({ product: 'A1601' })

test('a door controller has neither picture nor sound on its overview', async ({ page, open }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await open('/')
  const panel = page.getByRole('region', { name: 'This device' })
  await expect(panel.getByText('Serial number')).toBeVisible()
  await expect(page.locator('main canvas')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Identify speaker' })).toHaveCount(0)
  expect(requests.filter((path) => /mjpg|audiorelay|axast|audioSite/.test(path))).toEqual([])
})

test('the overview of a door controller says that it gets too hot', async ({ page, open, rig }) => {
  needs(getHealth)
  await open('/')
  const tile = page.getByRole('region', { name: 'Temperature' })
  await expect(tile).toContainText('Normal')
  await rig.bench.call(setWorld, { temperature: 75 })
  await expect(tile).toContainText('Too hot')
  await expect(tile).toContainText('75 °C')
  await tile.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
})

test('a door controller shows neither player nor camera settings', async ({ rig }) => {
  for (const path of ['/local-player/', '/audio-manager/', '/aca/index.html']) {
    expect((await fetch(rig.addresses.http + path)).status).toBe(404)
  }
})

for (const width of [1360, 1920]) {
  test(`cards fill the pages of a door controller, at ${width} px`, async ({ page, open }) => {
    await expectFilledGrid({ page, open }, { width, title: 'Uptime' })
    needs(getHealth)
    // Without a card slot, health has an odd number of charts.
    await open('/health')
    const card = page.getByRole('region', { name: 'Web server traffic', exact: true })
    await expect(card).toBeVisible()
    const ends = await card.evaluate((last) =>
      [last, last.parentElement].map((one) => one?.getBoundingClientRect().right),
    )
    expect(ends[0]).toBeCloseTo(ends[1] ?? 0, 0)
  })
}

test('notes name no contacts, pictures or recordings, which a door controller lacks', async ({
  page,
  open,
}) => {
  await open('/storage')
  await expect(page.getByText('Where the device stores files.')).toBeVisible()
  needs(getRecipients)
  const frame = page.frameLocator('main iframe')
  await open('/events/schedules')
  await expect(frame.getByText('Times in which action rules apply.')).toBeVisible()
  await open('/events/recipients')
  await expect(frame.getByText('Where actions send emails and messages.')).toBeVisible()
})
