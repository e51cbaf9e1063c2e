import { act, screen, waitFor, within } from '@testing-library/react'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import userEvent from '@testing-library/user-event'
import { PRODUCTS } from '@lintel/contract/products/products'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource, streamOf } from './testing/fake-bench.ts'
import { renderBench } from './testing/render-bench.tsx'
import type { FakeBench } from './testing/render-bench.tsx'

let bench: FakeBench

beforeEach(() => {
  for (const card of ['network', 'peers']) localStorage.setItem(`lintel-bench-${card}`, 'open')
  bench = renderBench()
})

afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const button = (name: string) => screen.getByRole('button', { name })

test('the page shows what the stream sends', () => {
  expect(streamOf('/bench/events')).toBeDefined()
  bench.tell()
  expect(screen.getByText('Front gate')).toBeTruthy()
  expect(document.title).toBe('Bench – AXIS A8307-E')
  expect(screen.getByRole('link', { name: 'Open the console' }).getAttribute('href')).toBe(
    'http://127.0.0.1:8080',
  )
  bench.tell({ display: { state: 'off', title: '', subtitle: '', time: '' } })
  expect(screen.queryByText('Front gate')).toBeNull()
  expect(screen.getByText('The display is off.')).toBeTruthy()
})

test('without power the display is dark, whatever it showed before', () => {
  bench.tell({ power: false, device: 'off' })
  expect(screen.queryByText('Welcome')).toBeNull()
  expect(screen.getByText('Off')).toBeTruthy()
})

test('a lost connection is reported, and the page recovers by itself', () => {
  vi.useFakeTimers()
  bench.tell()
  bench.lose(false)
  expect(screen.getByText("The bench doesn't answer.")).toBeTruthy()
  expect(screen.getByText('Front gate')).toBeTruthy()
  const opened = FakeEventSource.opened.length
  act(() => {
    vi.advanceTimersByTime(10_000)
  })
  expect(FakeEventSource.opened).toHaveLength(opened)
  bench.lose(true)
  act(() => {
    vi.advanceTimersByTime(10_000)
  })
  expect(FakeEventSource.opened).toHaveLength(opened + 1)
  bench.tell()
  expect(screen.queryByText("The bench doesn't answer.")).toBeNull()
})

test('the buttons of the device are pressed', async () => {
  const user = userEvent.setup()
  bench.tell()
  await user.click(button('Key 5'))
  await user.click(button('Key #'))
  await user.click(button('Ring'))
  expect(bench.sent).toEqual([
    ['/bench/press', { key: '5' }],
    ['/bench/press', { key: '#' }],
    ['/bench/press', { key: 'callButton' }],
  ])
})

test('power is switched off, on, and off and on again', async () => {
  const user = userEvent.setup()
  bench.tell()
  await user.click(button('Cut the power'))
  await user.click(button('Cut and restore'))
  bench.tell({ power: false, device: 'off' })
  await user.click(button('Switch on'))
  expect(bench.sent.map(([, input]) => input)).toEqual([
    { action: 'off' },
    { action: 'cycle' },
    { action: 'on' },
  ])
})

test('lost settings are reported, with a snapshot and factory values as the ways to go on', async () => {
  const user = userEvent.setup()
  bench.tell({ device: 'lost', snapshots: ['first', 'second'] })
  const notice = within(screen.getByRole('alert'))
  expect(screen.getByText('Settings lost')).toBeTruthy()
  expect(notice.getByText("The device can't read its settings.")).toBeTruthy()
  await user.selectOptions(notice.getByLabelText('Snapshot'), 'second')
  await user.click(notice.getByRole('button', { name: 'Restore snapshot' }))
  await user.click(notice.getByRole('button', { name: 'Restore factory values' }))
  expect(bench.sent).toEqual([
    ['/bench/snapshot/restore', { name: 'second' }],
    ['/bench/factory-values', {}],
  ])
  bench.tell({ device: 'lost', snapshots: [] })
  expect(notice.queryByLabelText('Snapshot')).toBeNull()
  expect(notice.getByText(/There is no snapshot to restore/)).toBeTruthy()
  expect(notice.getByRole('button', { name: 'Restore factory values' })).toBeTruthy()
  bench.tell()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the DHCP offer is sent as a whole, and not while it has errors', async () => {
  const user = userEvent.setup()
  bench.tell()
  const form = within(screen.getByRole('form', { name: 'DHCP lease' }))
  await user.type(form.getByLabelText('Address for the device'), '127.0.0')
  await user.type(form.getByLabelText('Name servers'), '127.0.0.53, 127.0.0.54 ')
  await user.type(form.getByLabelText('Time servers'), 'clock')
  await user.click(form.getByRole('button', { name: 'Apply' }))
  expect(document.activeElement).toBe(form.getByLabelText('Address for the device'))
  expect(form.getAllByText(/This is not an IPv4 address/)).toHaveLength(2)
  expect(bench.sent).toEqual([])
  await user.type(form.getByLabelText('Address for the device'), '.9')
  await user.clear(form.getByLabelText('Time servers'))
  await user.click(form.getByRole('button', { name: 'Apply' }))
  const lease = {
    ...PLAIN_WORLD.dhcp.lease,
    address: '127.0.0.9',
    dnsServers: ['127.0.0.53', '127.0.0.54'],
  }
  expect(bench.sent).toEqual([['/bench/world', { dhcp: { lease } }]])
})

test('cable and DHCP server are switched, and follow other bench users', async () => {
  const user = userEvent.setup()
  bench.tell()
  await user.click(screen.getByLabelText('Network cable'))
  await user.click(screen.getByLabelText('DHCP server'))
  expect(bench.sent).toEqual([
    ['/bench/world', { cable: false }],
    ['/bench/world', { dhcp: { enabled: false } }],
  ])
  const lease = { ...PLAIN_WORLD.dhcp.lease, router: '127.0.0.254' }
  bench.tell({ world: { ...PLAIN_WORLD, dhcp: { enabled: false, lease } } })
  expect(screen.getByLabelText('DHCP server')).toHaveProperty('checked', false)
  expect(screen.getByLabelText('Router')).toHaveProperty('value', '127.0.0.254')
})

test('the clock shows the time of the device and is moved forward', async () => {
  const user = userEvent.setup()
  bench.tell({ clockOffset: 90 * 60_000 })
  expect(screen.getByText('1 h 30 min ahead of this computer')).toBeTruthy()
  await user.click(button('1 day'))
  expect(bench.sent).toEqual([['/bench/clock', { milliseconds: 86_400_000 }]])
  bench.tell({ clockOffset: -30_000 })
  expect(screen.getByText('30 s behind this computer')).toBeTruthy()
  bench.refuse = 'The clock can only be set from 1970 to 2069.'
  await user.click(button('1 day'))
  await screen.findByText(`The device refused: ${bench.refuse}`)
})

test('faults are added to the existing ones, and removed one by one', async () => {
  const user = userEvent.setup()
  bench.tell({ faults: [{ call: '*', fault: 'diskFull', times: 2 }] })
  expect(screen.getByText('Every call').parentElement?.textContent).toBe(
    'Every call Has no disk space, 2 more times',
  )
  await user.type(screen.getByLabelText('Call'), 'pwdgrp.add')
  await user.selectOptions(screen.getByLabelText('What it does'), 'status')
  await user.clear(screen.getByLabelText('Status'))
  await user.type(screen.getByLabelText('Status'), '500')
  await user.type(screen.getByLabelText('How often'), '1')
  await user.click(button('Add fault'))
  const both = [
    { call: '*', fault: 'diskFull', times: 2 } as const,
    { call: 'pwdgrp.add', fault: 'status', value: 500, times: 1 } as const,
  ]
  expect(bench.sent).toEqual([['/bench/faults', { faults: both }]])
  bench.tell({ faults: both })
  await user.click(button('Remove the fault of *'))
  expect(bench.sent[1]).toEqual(['/bench/faults', { faults: [both[1]] }])
})

test('an invalid fault is not sent, and its field shows why', async () => {
  const user = userEvent.setup()
  bench.tell()
  await user.clear(screen.getByLabelText('Milliseconds'))
  await user.type(screen.getByLabelText('Milliseconds'), '-5')
  await user.type(screen.getByLabelText('How often'), '0')
  await user.click(button('Add fault'))
  expect(document.activeElement).toBe(screen.getByLabelText('Call'))
  expect(screen.getByText('Fill this in.')).toBeTruthy()
  expect(screen.getByText('A whole number from 0 to 600000.')).toBeTruthy()
  expect(screen.getByText('Empty, or a whole number of 1 or more.')).toBeTruthy()
  expect(bench.sent).toEqual([])
})

test('a snapshot is saved and restored by its name', async () => {
  const user = userEvent.setup()
  bench.tell()
  await user.type(screen.getByLabelText('Name'), 'after set-up')
  await user.click(button('Save snapshot'))
  expect(screen.getByText('1 to 40 letters, digits and hyphens.')).toBeTruthy()
  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'after-setup')
  await user.click(button('Save snapshot'))
  await screen.findByText('Snapshot after-setup is saved.')
  await user.click(button('Restore snapshot'))
  await screen.findByText('Snapshot after-setup is restored.')
  // Enter saves, whatever was done last.
  await user.type(screen.getByLabelText('Name'), '-2{Enter}')
  await screen.findByText('Snapshot after-setup-2 is saved.')
  expect(bench.sent).toEqual([
    ['/bench/snapshot/save', { name: 'after-setup' }],
    ['/bench/snapshot/restore', { name: 'after-setup' }],
    ['/bench/snapshot/save', { name: 'after-setup-2' }],
  ])
})

test('events are shown as text, and unknown ones by their id', () => {
  const at = Date.UTC(2026, 10, 20, 14, 7, 28, 114)
  bench.tell({
    happened: [
      { at, id: 'pressed', values: { key: 'callButton' } },
      { at, id: 'pressed', values: { key: '*' } },
      { at, id: 'garden.gate' as never, values: {} },
    ],
  })
  const entries = within(screen.getByRole('log')).getAllByRole('listitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    '14:07:28.114The call button is pressed.',
    '14:07:28.114Key * is pressed.',
    '14:07:28.114garden.gate',
  ])
})

test('the log is in the time of the device, and can be filtered', async () => {
  const at = Date.UTC(2026, 10, 20, 14, 7, 28, 114)
  const happened = [
    { at, id: 'pressed', values: { key: 'callButton' } } as const,
    { at, id: 'powerOn', values: {} } as const,
  ]
  const zone = { name: 'Asia/Kolkata', offset: 19_800_000 }
  bench.tell({ happened, timeZone: zone })
  expect(screen.getAllByText('Device time, Asia/Kolkata (UTC+5:30)')).toHaveLength(2)
  const entries = () =>
    within(screen.getByRole('log'))
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(entries()).toContain('19:37:28.114The power is on.')
  await userEvent.type(screen.getByLabelText('Filter what happened'), 'POWER')
  expect(entries()).toEqual(['19:37:28.114The power is on.'])
  await userEvent.type(screen.getByLabelText('Filter what happened'), 'less')
  expect(screen.getByText('No entry contains this text.')).toBeTruthy()
})

test('the laboratory is closed until somebody opens it, and then stays open', async () => {
  localStorage.clear()
  bench.tell()
  const lab = () => screen.getByText('Laboratory').closest('details')
  expect(lab()?.open).toBe(false)
  expect(lab()?.contains(screen.getByLabelText('Call'))).toBe(true)
  expect(lab()?.contains(screen.getByLabelText('Temperature'))).toBe(false)
  await userEvent.click(screen.getByText('Laboratory'))
  await waitFor(() => expect(localStorage.getItem('lintel-bench-lab')).toBe('open'))
  localStorage.clear()
})

test.each(PRODUCTS.map((product) => [product.number, product] as const))(
  'the %s has its own controls',
  (product, { plate }) => {
    bench.tell({ product, plate })
    const front = within(screen.getByRole('region', { name: 'Face plate' }))
    const names = front.queryAllByRole('button').map((one) => one.getAttribute('aria-label'))
    expect(names.includes('Key 5')).toBe(plate.keypad)
    expect(front.queryByRole('button', { name: 'Ring' }) !== null).toBe(plate.callButton)
    expect(names).toHaveLength((plate.keypad ? 12 : 0) + (plate.callButton ? 1 : 0))
    expect(front.queryByRole('region', { name: 'Display' }) !== null).toBe(plate.display)
    expect(front.queryByText('Card reader') !== null).toBe(plate.reader)
  },
)

test('the light around the call button is on or off as the device has it', () => {
  const button = () => screen.getByRole('button', { name: 'Ring' })
  bench.tell({ callButtonLit: true })
  expect(button().dataset['lit']).toBe('true')
  bench.tell({ callButtonLit: false })
  expect(button().dataset['lit']).toBeUndefined()
})

test('the status light has a colour and says so, whether it flashes or not', () => {
  const led = (name: string) => screen.getByText(name).parentElement
  bench.tell()
  expect(led('Status light: Green')?.dataset).toMatchObject({ colour: 'green' })
  bench.tell({ statusLight: { colour: 'red', interval: 250 } })
  const flashing = led('Status light: Red and Off in turn')
  expect(flashing?.dataset).toMatchObject({ colour: 'red', flashes: 'true' })
  expect(flashing?.style.getPropertyValue('--interval')).toBe('250ms')
  bench.tell({ statusLight: null, power: false, device: 'off' })
  expect(led('Status light: Off')?.dataset['colour']).toBeUndefined()
})

test('the front shows that the device identifies itself, but only with power', () => {
  bench.tell({ identifying: true })
  expect(screen.getByText('The device is identifying itself.')).toBeTruthy()
  bench.tell({ identifying: true, power: false, device: 'off' })
  expect(screen.queryByText('The device is identifying itself.')).toBeNull()
})

test('a product without a loudspeaker has no such card, and a door station no audio devices', () => {
  bench.tell({ loudspeaker: false })
  expect(screen.queryByRole('region', { name: 'Loudspeaker' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Audio devices on the network' })).toBeNull()
})

const yard = {
  name: 'Yard',
  address: '192.168.0.7',
  mac: 'AC:CC:8E:00:00:07',
  leader: true,
  status: 'Online',
  type: 'C2005',
} as const

test('an audio device is added, changed and removed; an invalid one is not sent', async () => {
  bench.tell({ category: 'audio' })
  expect(screen.getByText('No other audio devices.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Name', { selector: '[name=name]' }), ' Yard ')
  await userEvent.type(screen.getByLabelText('Product'), 'C2005')
  await userEvent.type(screen.getByLabelText('IP address'), '192.168.0.300')
  await userEvent.type(screen.getByLabelText('MAC address'), 'ac-cc-8e-00-00-07')
  await userEvent.click(screen.getByRole('switch', { name: 'Leads the audio site' }))
  await userEvent.click(button('Add audio device'))
  expect(bench.sent).toEqual([])
  expect(document.activeElement).toBe(screen.getByLabelText('IP address'))
  await userEvent.type(screen.getByLabelText('IP address'), '{Backspace}{Backspace}{Backspace}7')
  await userEvent.click(button('Add audio device'))
  await waitFor(() => expect(bench.sent).toEqual([['/bench/world', { peers: [yard] }]]))

  bench.tell({ category: 'audio', world: { ...PLAIN_WORLD, peers: [yard] } })
  expect(screen.getByText(/Online, leads the audio site/)).toBeTruthy()
  await userEvent.click(button('Change Yard'))
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Offline')
  await userEvent.click(button('Save'))
  await waitFor(() =>
    expect(bench.sent.at(-1)).toEqual([
      '/bench/world',
      { peers: [{ ...yard, status: 'Offline' }] },
    ]),
  )
  await userEvent.click(button('Remove Yard'))
  expect(bench.sent.at(-1)).toEqual(['/bench/world', { peers: [] }])
})

test('the firmware slots are shown, and the other one can be started', async () => {
  bench.tell()
  expect(screen.getByText('Runs 9.80.3, this checkout in slot A.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Start 9.80.3' })).toBeNull()
  bench.tell({
    firmware: {
      running: { slot: 'B', version: '9.80.4', buildDate: '' },
      inactive: { slot: 'A', version: '9.80.3', buildDate: '' },
      committed: false,
      upgradedAt: 1,
    },
  })
  expect(screen.getByText('Runs 9.80.4, an installed image in slot B.')).toBeTruthy()
  expect(screen.getByText(/if it stops now/)).toBeTruthy()
  await userEvent.click(button('Start 9.80.3'))
  expect(bench.sent.at(-1)).toEqual(['/bench/slot', { slot: 'A' }])
})

test('an entry stays the same element when older ones leave the log, so that it is not read again', () => {
  const entry = (at: number) => ({ at, id: 'pressed' as const, values: { key: String(at) } })
  bench.tell({ happened: [1, 2, 3].map(entry) })
  const line = () => screen.getByText('Key 3 is pressed.').closest('li')
  const before = line()
  bench.tell({ happened: [2, 3, 4].map(entry) })
  expect(line()).toBe(before)
})
