/** The page of detectors: which it has, what it stores, and the level over which it sets the alarm. */
import { encodeLevels } from '@lintel/contract/audio-level'
import * as shock from '@lintel/contract/calls/shock-detection'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { ToastRegion } from '@lintel/ui/toast-region'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import detectors from '../../../messages/detectors/en.json'
import shell from '../../../messages/shell/en.json'
import { queryClient } from '../../app/query-client.ts'
import { me } from '../../app/session/me.ts'
import { DetectorsPage } from './detectors-page.tsx'

const SOUND = { 'root.AudioSource.A0.AlarmLevel': '50' }
const DARKNESS = {
  'root.Tampering.T0.DarkDetectionEnabled': 'yes',
  'root.Tampering.T0.DarkThreshold': '90',
  'root.Tampering.T0.MinDuration': '20',
}

/** Stands for the device in `fetch`, with all detectors. */
function fakeDevice() {
  const fake = {
    parameters: { ...SOUND, ...DARKNESS } as Record<string, string>,
    /** What its property says. */
    hasSensor: true,
    /** The calls of shocks made. */
    shockCalls: 0,
    /** Undefined if its calls answer 404. */
    shock: { enabled: false, level: 50 } as { enabled: boolean; level: number } | undefined,
    /** Status of the stream of levels. */
    levelStatus: 200,
    /** What refuses the setting of the shock detection, by its path. */
    refused: new Set<string>(),
    sent: [] as string[],
    /** Sends a level to the page. */
    hear: async (peak: number) => {
      await act(async () => {
        stream?.enqueue(new TextEncoder().encode(encodeLevels({ peak, channels: [peak - 3] })))
        await vi.advanceTimersByTimeAsync(1)
      })
    },
  }
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined

  function levels(): Response {
    const { levelStatus: status } = fake
    if (status !== 200) return new Response('', { status })
    return new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller
        },
      }),
    )
  }

  function shockCalled(name: string, query: URLSearchParams): Response {
    fake.shockCalls += 1
    if (!fake.shock || query.get('schemaversion') !== '1') return new Response('', { status: 404 })
    if (name.startsWith('set')) fake.sent.push(`${name} ${query}`)
    if (fake.refused.has(name)) {
      const answer = shock.setShockEnabled.format.refuse?.('Error while processing.', ['10'])
      return new Response(String(answer))
    }
    if (name === 'setenabled') fake.shock.enabled = query.get('enabled') === 'true'
    if (name === 'setsensitivitylevel') fake.shock.level = Number(query.get('level'))
    const { enabled, level } = fake.shock
    const answers: Record<string, () => string> = {
      getenabled: () => shock.getShockEnabled.format.encode(enabled),
      getsensitivitylevel: () => shock.getShockSensitivity.format.encode(level),
    }
    return new Response((answers[name] ?? (() => shock.setShockEnabled.format.encode(null)))())
  }

  function parameterCalled(query: URLSearchParams): Response {
    if (query.get('action') === 'update') {
      query.delete('action')
      fake.sent.push(`update ${query}`)
      Object.assign(fake.parameters, Object.fromEntries(query))
      return new Response('OK')
    }
    const all = {
      'root.Properties.Audio.Audio': 'no',
      'root.Properties.Tampering.ShockDetection': fake.hasSensor ? 'yes' : 'no',
      ...fake.parameters,
    }
    return new Response(
      Object.entries(all)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
  }

  vi.stubGlobal('fetch', (address: string, { body }: RequestInit = {}) => {
    const { pathname, search } = new URL(address, 'http://192.0.2.1')
    const query = new URLSearchParams(typeof body === 'string' ? body : search)
    const [, name] = /shockdetection\/(\w+)\.cgi$/.exec(pathname) ?? []
    if (pathname.endsWith('/level.cgi')) return Promise.resolve(levels())
    return Promise.resolve(name ? shockCalled(name, query) : parameterCalled(query))
  })
  return fake
}

let device: ReturnType<typeof fakeDevice>
beforeEach(() => {
  vi.useFakeTimers()
  device = fakeDevice()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  me.set(undefined)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const later = async () => {
  for (let times = 0; times < 4; times += 1) await act(() => vi.advanceTimersByTimeAsync(1))
}

async function show(groups = ['operator', 'viewer']) {
  me.set({ user: 'guard', groups })
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <DetectorsPage />
      <ToastRegion />
    </QueryClientProvider>,
    'en',
    [shell, detectors],
  )
  await later()
}

const cards = () => screen.queryAllByRole('heading', { level: 2 }).map((one) => one.textContent)
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await later()
}
const page = () => document.body.textContent

test('the page has the detectors of the device (DETECT-01, DETECT-02, OPEN-113)', async () => {
  device.shock = { enabled: true, level: 60 }
  await show()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Detectors')
  expect(cards()).toEqual(['Sound', 'Dark images', 'Shocks'])
  expect(field('Alarm level').value).toBe('50')
  expect(field('Detect dark images').checked).toBe(true)
  expect(field('Dark part of the picture').value).toBe('90')
  expect(field('Minimum duration').value).toBe('20')
  expect(field('Detect shocks').checked).toBe(true)
  expect(field('Sensitivity').value).toBe('60')
})

test.each([
  [{ ...SOUND }, false, ['Sound']],
  [{ ...DARKNESS }, false, ['Dark images']],
  [{}, true, ['Shocks']],
])('%o with a shock sensor: %s has %s (OPEN-113)', async (parameters, sensor, expected) => {
  device.parameters = parameters
  if (!sensor) device.shock = undefined
  await show()
  expect(cards()).toEqual(expected)
})

test('a device without detectors says so, and is not asked about shocks', async () => {
  device.parameters = {}
  device.shock = undefined
  device.hasSensor = false
  await show()
  expect([cards(), page().includes('This device has no detectors.')]).toEqual([[], true])
  // Operators can't open the events.
  expect(screen.queryByRole('link')).toBeNull()
  expect(device.shockCalls).toBe(0)
  cleanup()
  await show(['admin', 'operator', 'viewer'])
  const next = screen.getByRole('link', { name: 'Events' })
  expect(next.getAttribute('href')).toBe('#/events')
})

test('only what has changed is stored (DETECT-03, DETECT-04)', async () => {
  await show()
  fill('Alarm level', '30')
  await press('Save')
  expect(device.sent).toEqual(['update root.AudioSource.A0.AlarmLevel=30'])
  expect(page()).toContain('The detectors are saved.')
  fill('Sensitivity', '70')
  fireEvent.click(field('Detect shocks'))
  fireEvent.click(field('Detect dark images'))
  await press('Save')
  expect(device.sent.slice(1)).toEqual([
    'update root.Tampering.T0.DarkDetectionEnabled=no',
    'setsensitivitylevel schemaversion=1&level=70',
    'setenabled schemaversion=1&enabled=true',
  ])
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('a device without a camera stores its alarm level', async () => {
  device.parameters = { ...SOUND }
  device.shock = undefined
  await show()
  fill('Alarm level', '30')
  await press('Save')
  expect(device.sent).toEqual(['update root.AudioSource.A0.AlarmLevel=30'])
})

test.each([
  ['Dark part of the picture', '0', 'from 1 to 100'],
  ['Minimum duration', '1001', 'from 1 to 1000'],
])('%s can’t be %s', async (label, value, range) => {
  await show()
  fill(label, value)
  await press('Save')
  expect(page()).toContain(`This has to be a whole number ${range}.`)
  expect(device.sent).toEqual([])
})

test('a shock detector that refuses is told apart from the others, which are saved', async () => {
  device.refused.add('setenabled')
  await show()
  fill('Alarm level', '30')
  fireEvent.click(field('Detect shocks'))
  await press('Save')
  expect(page()).toContain('Some settings of the shock detector are not saved. The others are.')
  expect(page()).toContain('Error while processing.')
  expect(document.querySelector('[data-save-bar]')?.textContent).toContain('1 change not saved')
  device.refused.clear()
  await press('Save')
  expect(device.shock?.enabled).toBe(true)
  expect(device.sent.filter((one) => one.startsWith('update'))).toHaveLength(1)
})

test('what somebody else has changed meanwhile is shown first (EXPECT-21)', async () => {
  await show()
  fill('Sensitivity', '70')
  device.shock = { enabled: true, level: 10 }
  await press('Save')
  expect(page()).toContain('Somebody else has changed these settings in the meantime.')
  expect([device.sent, field('Sensitivity').value]).toEqual([[], '70'])
})

test('a refusal of one of the settings of shocks is told, too, and only that one is left', async () => {
  device.refused.add('setenabled')
  await show()
  fill('Sensitivity', '70')
  fireEvent.click(field('Detect shocks'))
  await press('Save')
  expect(page()).toContain('Some settings of the shock detector are not saved')
  expect(device.shock).toEqual({ enabled: false, level: 70 })
  device.refused.clear()
  await press('Save')
  expect(device.sent).toEqual([
    'setsensitivitylevel schemaversion=1&level=70',
    'setenabled schemaversion=1&enabled=true',
    'setenabled schemaversion=1&enabled=true',
  ])
})

test('a refusal of everything is no half of a save', async () => {
  device.refused.add('setsensitivitylevel')
  await show()
  fill('Sensitivity', '70')
  await press('Save')
  expect(page()).not.toContain('Some of the settings')
  expect(page()).toContain('Error while processing.')
})

const meter = () => screen.getByRole('meter').getAttribute('aria-valuenow')

test('the live level shows whether it is above the alarm level of the form (AUDIO-12, DETECT-01)', async () => {
  await show()
  await device.hear(-20)
  expect([meter(), page().includes('10, not above the alarm level')]).toEqual(['10', true])
  const mark = document.querySelector<HTMLElement>('[role=meter] b')
  expect(mark?.style.insetInlineStart).toBe('50%')
  fill('Alarm level', '10')
  await later()
  expect(page()).toContain('10, not above the alarm level')
  fill('Alarm level', '9')
  await later()
  expect(page()).toContain('10, above the alarm level')
  await device.hear(1)
  expect(meter()).toBe('100')
})

test('a level that the device does not have can’t be tried again', async () => {
  device.levelStatus = 404
  await show()
  expect(screen.getByRole('alert').textContent).not.toBe('')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test.each([
  [405, 'Audio is disabled on the device (status 405), so there is no level.'],
  [500, 'The level could not be read (status 503).'],
])(
  'a level that fails with %s has its status, and can be tried again (AUDIO-16, AUDIO-17)',
  async (status, told) => {
    device.levelStatus = status
    await show()
    expect(page()).toContain(told)
    device.levelStatus = 200
    await press('Try again')
    await device.hear(-6)
    expect(meter()).toBe('50')
  },
)
