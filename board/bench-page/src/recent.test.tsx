import type { BenchState } from '@lintel/contract/bench'
import { productCalled } from '@lintel/contract/products/products'
import type { Happening, Terminal } from '@lintel/contract/wire'
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderBench } from './testing/render-bench.tsx'
import type { FakeBench } from './testing/render-bench.tsx'

let bench: FakeBench
let happened: Happening[]

beforeEach(() => {
  vi.useFakeTimers()
  bench = renderBench()
  happened = []
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const output = { port: 1, name: '', direction: 'output', closed: false, active: false } as const

const front = () => screen.getByRole('region', { name: 'Face plate' })
const said = () =>
  within(front())
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('')
const waits = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

/** The device logs an event. */
function log(
  id: Happening['id'],
  values: Happening['values'] = {},
  part: Partial<BenchState> = {},
) {
  happened = [...happened, { at: Date.UTC(2026, 10, 20) + happened.length, id, values }]
  bench.tell({ happened, ...part })
}

test('a key lights up when the device has noticed it, whoever pressed it, and each time anew', () => {
  bench.tell()
  const key = () => screen.getByRole('button', { name: 'Key 5' })
  log('pressed', { key: '5' })
  const first = key().dataset['pressed']
  expect(first).toBeDefined()
  log('pressed', { key: '5' })
  expect(key().dataset['pressed']).not.toBe(first)
  waits(400)
  expect(key().dataset['pressed']).toBeUndefined()
  log('pressed', { key: 'callButton' })
  expect(screen.getByRole('button', { name: 'Ring' }).dataset['pressed']).toBeDefined()
})

test('what is sorted in before the newest entry is noticed, and nothing is played twice', () => {
  bench.tell()
  log('pressed', { key: '5' })
  waits(400)
  const [pressed] = happened
  if (!pressed) throw new Error('Nothing is logged.')
  happened = [{ at: pressed.at - 5, id: 'pressed', values: { key: '7' } }, pressed]
  bench.tell({ happened })
  expect(screen.getByRole('button', { name: 'Key 7' }).dataset['pressed']).toBeDefined()
  expect(screen.getByRole('button', { name: 'Key 5' }).dataset['pressed']).toBeUndefined()
})

test('what happened before the page was opened is not played again', () => {
  happened = [{ at: 1, id: 'pressed', values: { key: '5' } }]
  bench.tell({ happened })
  bench.tell({ happened })
  expect(screen.getByRole('button', { name: 'Key 5' }).dataset['pressed']).toBeUndefined()
  // Nor is the log of a board that was restarted.
  happened = [{ at: 9, id: 'card.accepted', values: { type: 'UID/CSN', bits: 32 } }]
  bench.tell({ happened })
  expect(front().querySelector('[data-accepted]')).toBeNull()
})

test('a card swings to the reader in the colour of its answer, and words say it', () => {
  bench.tell()
  log('card.accepted', { type: 'UID/CSN', bits: 32 })
  expect(front().querySelector('[data-accepted]')).not.toBeNull()
  expect(said()).toContain('A card is read')
  log('card.refused', { problem: 'type', name: '' })
  expect(front().querySelector('[data-accepted]')).toBeNull()
  expect(said()).toContain('A card is refused')
  waits(6_000)
  expect(said()).toBe('')
})

test('the call button shows whether the device calls, is called or people talk', () => {
  const call = { callId: '1', direction: 'incoming', remote: 'sip:a@b', account: '' } as const
  const rest = { codec: '', encrypted: false, since: 0, heard: null, spoken: null }
  const button = () => screen.getByRole('button', { name: 'Ring' })
  bench.tell()
  expect(button().dataset['call']).toBeUndefined()
  for (const [state, words] of [
    ['ringing', 'A call is coming in.'],
    ['calling', 'The device is calling.'],
    ['active', 'A call is in progress.'],
  ] as const) {
    bench.tell({ calls: [{ ...call, ...rest, state }] })
    expect(button().dataset['call']).toBe(state)
    expect(said()).toBe(words)
  }
  expect(front().querySelector('[data-sounds]')).toBeNull()
  bench.tell({ calls: [{ ...call, ...rest, state: 'active', heard: -20 }] })
  expect(front().querySelector('[data-sounds]')).not.toBeNull()
})

test('the loudspeaker moves while a clip plays', () => {
  bench.tell({ sound: { name: 'Bell', seconds: 2, plays: 1, volume: 100, since: 0 } })
  expect(front().querySelector('[data-sounds]')).not.toBeNull()
  expect(said()).toBe('Bell is playing.')
  bench.tell()
  expect(front().querySelector('[data-sounds]')).toBeNull()
})

test('the door opens with an output, and when a controller lets somebody in', () => {
  const output = (active: boolean): Terminal[] => [
    // A lock that a current keeps shut.
    { port: 1, name: 'Lock', direction: 'output', closed: !active, active },
  ]
  const door = (name: string) => within(front()).queryByText(name, { selector: '.sr-only' })
  bench.tell({ terminals: output(false) })
  expect(door('The door is closed.')).not.toBeNull()
  bench.tell({ terminals: output(true) })
  expect(door('The door is open.')).not.toBeNull()
  expect(said()).toBe('The door is open.')
  bench.tell({ terminals: output(false) })
  log('access.granted', { name: 'Gate' }, { terminals: output(false) })
  expect(door('The door is open.')).not.toBeNull()
  waits(3_000)
  // It stays open for whoever comes after.
  log('access.granted', { name: 'Gate' }, { terminals: output(false) })
  waits(3_000)
  expect(door('The door is open.')).not.toBeNull()
  waits(2_000)
  expect(door('The door is closed.')).not.toBeNull()
  bench.tell({ terminals: [] })
  expect(door('The door is closed.')).toBeNull()
})

test('a door station without an output that opens a door is beside one only if a card can open it', () => {
  const terminals = [{ ...output, name: 'Output 1', door: false, active: true }]
  bench.tell({ terminals })
  const figure = within(front()).getByRole('figure', { name: 'Door' })
  expect(within(figure).getByText('The door is closed.')).toBeTruthy()
  log('story.door', {}, { terminals })
  expect(within(figure).getByText('The door is open.')).toBeTruthy()
  bench.tell({ terminals, plate: productCalled('A8105-E').plate })
  expect(within(front()).queryByRole('figure', { name: 'Door' })).toBeNull()
})

test('an output that opens no door has a lamp, which is on while it is active', () => {
  const lamp = { ...output, name: 'Porch', door: false }
  bench.tell({ terminals: [lamp] })
  const figure = within(front()).getByRole('figure', { name: 'Porch' })
  expect(within(figure).getByText('The output is inactive.')).toBeTruthy()
  bench.tell({ terminals: [{ ...lamp, active: true }] })
  expect(within(figure).getByText('The output is active.')).toBeTruthy()
  expect(said()).toBe('')
})

test('each relay has a door of its own, which opens with it or for its access point', () => {
  const relays = (...active: number[]): Terminal[] =>
    [
      { port: 2, name: 'Lamp', door: false },
      { port: 3, name: 'Front door', door: true },
      { port: 4, name: 'Gate', door: true },
    ].map((one) => {
      const on = active.includes(one.port)
      return { ...one, direction: 'output' as const, closed: on, active: on }
    })
  const doors = () =>
    within(front())
      .getAllByRole('figure')
      .filter((figure) => figure.textContent.startsWith('The door'))
      .map((door) => [
        door.querySelector('figcaption')?.textContent,
        within(door).queryByText('The door is open.') !== null,
      ])
  bench.tell({ terminals: relays(2) })
  expect(doors()).toEqual([
    ['Front door', false],
    ['Gate', false],
  ])
  expect(said()).toBe('')
  bench.tell({ terminals: relays(4) })
  expect(doors()).toEqual([
    ['Front door', false],
    ['Gate', true],
  ])
  expect(said()).toBe('Open door: Gate')
  bench.tell({ terminals: relays(3, 4) })
  expect(said()).toBe('Open doors: Front door, Gate')
  bench.tell({ terminals: relays() })
  const entered = (name: string) => {
    log('access.granted', { name }, { terminals: relays() })
    const open = doors().flatMap(([door, isOpen]) => (isOpen ? [door] : []))
    waits(5_000)
    return open
  }
  expect(entered('GATE')).toEqual(['Gate'])
  // The reader is at the first one.
  expect(entered('Garage')).toEqual(['Front door'])
})

test('somebody goes through the first door in the day, and heat is named', () => {
  bench.tell({ terminals: [output] })
  log('story.door', {}, { terminals: [output] })
  expect(said()).toBe('The door is open.')
  waits(2_000)
  expect(said()).toBe('')
  log('heat.state', { state: 'Hot', temperature: 85, display: 'yes' })
  expect(said()).toBe('The device is too hot at 85\u{a0}°C, so its display is switched off.')
})

test('a loudspeaker is only beside a door if a relay opens one; the reader of a box is on the wall', () => {
  const { plate } = productCalled('A1601')
  bench.tell({ terminals: [output], category: 'audio' })
  expect(within(front()).queryByRole('figure')).toBeNull()
  bench.tell({ terminals: [{ ...output, door: true }], category: 'audio' })
  expect(within(front()).getByRole('figure', { name: 'Port 1' })).toBeTruthy()
  const reader = { protocol: 'None', colour: 'White', blinksWith: null, beeps: false } as const
  const wired = { plate, terminals: [output], reader: { ...reader, lines: [], onWire: [] } }
  bench.tell(wired)
  log('card.accepted', { type: 'UID/CSN', bits: 32 }, wired)
  expect(front().querySelector('[data-accepted]')).not.toBeNull()
  bench.tell({ ...wired, power: false, device: 'off', reader: null })
  expect(within(front()).getByText('Card reader')).toBeTruthy()
})

test('each door of a controller has its reader, at which a card is seen; its relay alone opens it', () => {
  const { plate } = productCalled('A1601')
  const light = { colour: 'White', blinksWith: null, beeps: false }
  const reader = { ...light, protocol: 'None', lines: [], onWire: [], others: [light] } as const
  const terminals = [3, 4].map((port) => ({ ...output, port, door: true }))
  const controller = { plate, category: 'accesscontrol', terminals, reader } as const
  const state = {
    ...controller,
    terminals,
    reader: { ...reader, lines: [], onWire: [], others: [light] },
  }
  bench.tell(state)
  expect(within(front()).getAllByText('Card reader')).toHaveLength(2)
  const second = () => within(front()).getByRole('figure', { name: /Door 2/ })
  log('access.granted', { name: 'Porte 2', door: 2 }, state)
  expect(said()).toBe('Door 2: access is granted.')
  const [seen] = front().querySelectorAll('[data-accepted]')
  expect(seen?.closest('div')?.parentElement?.contains(second())).toBe(true)
  expect(within(front()).queryByText('The door is open.')).toBeNull()
  waits(3_000)
  log('access.pin', { name: 'Porte 2', door: 2 }, state)
  expect(said()).toBe('Door 2: the card needs its PIN.')
  expect(front().querySelector('[data-accepted]')).toBeTruthy()
  waits(3_000)
  log('access.granted', { name: 'Porte 2', door: 2, presented: 'pin' }, state)
  expect(said()).toBe('Door 2: access is granted.')
  expect(front().querySelector('[data-accepted]')).toBeNull()
  bench.tell({
    ...state,
    happened,
    terminals: terminals.map((one) => ({ ...one, active: one.port === 4 })),
  })
  expect(within(second()).getByText('The door is open.')).toBeTruthy()
})

test('a loudspeaker moves while it tests itself', () => {
  const { plate } = productCalled('C1410')
  const state = { plate, category: 'audio' } as const
  bench.tell({ ...state, speaker: { calibrated: '', status: 'Pending' } })
  expect(front().querySelector('[data-sounds]')).not.toBeNull()
  bench.tell({ ...state, speaker: { calibrated: '', status: 'Calibrated' } })
  expect(front().querySelector('[data-sounds]')).toBeNull()
})

test('without power everything stays where it is, with the reason', () => {
  const reader = { protocol: 'None', colour: 'White', blinksWith: null, beeps: false } as const
  bench.tell({ reader: { ...reader, lines: [], onWire: [] } })
  const names = () =>
    screen.getAllByRole('region').map((one) => one.getAttribute('aria-labelledby'))
  const before = names()
  const buttons = screen.getAllByRole('button').length
  bench.tell({
    power: false,
    device: 'off',
    reader: null,
    hdmi: null,
    speaker: null,
    oldCiphers: null,
    display: { state: 'off', title: '', subtitle: '', time: '' },
  })
  expect(names()).toEqual(before)
  expect(screen.getAllByRole('button')).toHaveLength(buttons)
  expect(said()).toBe('The device has no power.')
  expect(screen.getByRole('button', { name: 'Ring' })).toHaveProperty('disabled', true)
  for (const name of ['Key 5', 'Present card']) {
    expect(screen.getByRole('button', { name }).closest('fieldset[disabled]')).not.toBeNull()
  }
})

test('how many keys were typed is seen over every screen, but not which', () => {
  const display = { state: 'on', title: 'Welcome', subtitle: '', time: '14:07' } as const
  bench.tell({ display: { ...display, screen: 'home', keys: 3 } })
  expect(screen.getByText('•••')).toBeTruthy()
  expect(screen.getByText('3 keys entered')).toBeTruthy()
})
