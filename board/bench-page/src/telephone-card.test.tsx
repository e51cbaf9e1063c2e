import type { CallAtFront } from '@lintel/contract/wire'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderBench } from './testing/render-bench.tsx'
import type { FakeBench } from './testing/render-bench.tsx'

const NOW = Date.UTC(2026, 10, 20)

/** This computer's microphone. */
const capture = vi.hoisted(() => ({
  isAllowed: true,
  /** While people have not answered the browser's question. */
  asks: Promise.resolve(),
  speak: (() => {}) as (pcm: Uint8Array) => void,
  ended: 0,
}))
vi.mock('./capture.ts', () => ({
  async captureMicrophone(onPart: (pcm: Uint8Array) => void) {
    if (!capture.isAllowed) throw new DOMException('no', 'NotAllowedError')
    capture.speak = onPart
    await capture.asks
    return () => void (capture.ended += 1)
  },
}))

let bench: FakeBench
beforeEach(() => {
  // However slow the host is, the durations are these.
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  Object.assign(capture, { isAllowed: true, asks: Promise.resolve(), ended: 0 })
  bench = renderBench()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const active: CallAtFront = {
  callId: 'a',
  direction: 'outgoing',
  state: 'active',
  remote: 'sip:porter@example.com',
  account: 'Gate',
  codec: 'G722',
  encrypted: true,
  since: NOW - 65_400,
  heard: -12.4,
  spoken: null,
}
const ringing: CallAtFront = {
  ...active,
  callId: 'b',
  direction: 'incoming',
  state: 'ringing',
  remote: 'sip:flat1@example.com',
  codec: '',
  encrypted: false,
  since: NOW,
}
const card = () => within(screen.getByRole('region', { name: 'Telephone' }))
const press = (name: string) => userEvent.click(card().getByRole('button', { name }))

test('a call shows who, how long, how loud, and can be ended', async () => {
  bench.tell({ calls: [active] })
  const call = card().getByRole('listitem')
  expect(call.textContent).toContain('sip:porter@example.comOutgoing · Gate · G722 · Encrypted')
  expect(call.textContent).toContain('In a call 1\u00A0min 05\u00A0s')
  const heard = card().getByRole<HTMLMeterElement>('meter', { name: 'Heard' })
  expect([heard.getAttribute('value'), heard.getAttribute('aria-valuetext')]).toEqual([
    '-12.4',
    '−12\u00A0dBFS',
  ])
  const spoken = card().getByRole<HTMLMeterElement>('meter', { name: 'Spoken' })
  expect([spoken.getAttribute('value'), spoken.getAttribute('aria-valuetext')]).toEqual([
    '-60',
    'Silent',
  ])
  expect(card().queryByText('Keys of the keypad are sent to the other side.')).not.toBeNull()
  await press('Hang up on sip:porter@example.com')
  expect(bench.sent).toEqual([['/bench/call/end', { callId: 'a' }]])
})

test('a call that rings is answered or declined, and has no levels yet', async () => {
  bench.tell({ calls: [ringing] })
  expect(card().queryByRole('meter')).toBeNull()
  expect(card().queryByText('Keys of the keypad are sent to the other side.')).toBeNull()
  await press('Answer sip:flat1@example.com')
  await press('Decline sip:flat1@example.com')
  expect(bench.sent).toEqual([
    ['/bench/call/answer', { callId: 'b' }],
    ['/bench/call/end', { callId: 'b' }],
  ])
})

test("the duration is that of the device's clock", () => {
  bench.tell({ calls: [{ ...active, since: NOW + 60_000 }], clockOffset: 65_000 })
  expect(card().getByRole('listitem').textContent).toContain('In a call 5\u00A0s')
})

test('the microphone takes silence, a tone or a file of a limited size', async () => {
  bench.tell()
  const choice = (name: string) => card().getByRole<HTMLInputElement>('radio', { name })
  expect(choice('Silence').checked).toBe(true)
  await userEvent.click(choice('Tone'))
  bench.tell({ microphone: 'tone' })
  expect(choice('Tone').checked).toBe(true)
  await userEvent.click(choice('File'))
  expect(choice('File').checked).toBe(true)
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('there is no field for the file')
  await userEvent.upload(input, new File([new Uint8Array(700_001)], 'long.wav'))
  await screen.findByText('This file is too large. It can have at most 700 kB.')
  await userEvent.upload(input, new File(['RIFF'], 'voice.wav'))
  await vi.waitFor(() => expect(bench.sent).toHaveLength(2))
  bench.tell({ microphone: 'file' })
  await userEvent.click(choice('Silence'))
  expect(bench.sent).toEqual([
    ['/bench/microphone', { microphone: { kind: 'tone', hertz: 440, level: 0.5 } }],
    ['/bench/microphone', { microphone: { kind: 'file', wave: btoa('RIFF') } }],
    ['/bench/microphone', { microphone: { kind: 'silence' } }],
  ])
})

const choose = (name: string) => userEvent.click(card().getByRole('radio', { name }))

test('somebody speaks with this computer’s microphone, until something else is chosen', async () => {
  bench.tell()
  await choose('Voice')
  await vi.waitFor(() =>
    expect(bench.sent).toEqual([['/bench/microphone', { microphone: { kind: 'live' } }]]),
  )
  bench.tell({ microphone: 'live' })
  expect(card().getByRole<HTMLInputElement>('radio', { name: 'Voice' }).checked).toBe(true)
  capture.speak(Uint8Array.of(1, 2))
  expect(bench.sent.at(-1)).toEqual(['/bench/microphone/live', { pcm: btoa('\u0001\u0002') }])
  expect(capture.ended).toBe(0)
  await choose('Silence')
  bench.tell({ microphone: 'silence' })
  expect(capture.ended).toBe(1)
})

test('a microphone that the browser gives too late is not listened to', async () => {
  bench.tell()
  let answer = () => {}
  capture.asks = new Promise((resolve) => {
    answer = resolve
  })
  await choose('Voice')
  bench.tell({ device: 'off' })
  answer()
  await vi.waitFor(() => expect(capture.ended).toBe(1))
  expect(bench.sent).toEqual([])
})

test('a browser without a microphone is reported, and the device keeps what it has', async () => {
  bench.tell()
  capture.isAllowed = false
  await choose('Voice')
  expect(await screen.findByText(/gives no access to a microphone/)).toBeTruthy()
  expect(bench.sent).toEqual([])
})

test('a microphone that the device does not take is not listened to', async () => {
  bench.tell()
  bench.refuse = 'The device does not run.'
  await choose('Voice')
  await vi.waitFor(() => expect(capture.ended).toBe(1))
})

test('a device without microphone and loudspeaker has no controls for them', () => {
  bench.tell({ hasMicrophone: false, loudspeaker: false, calls: [active] })
  expect(card().queryByRole('radio')).toBeNull()
  expect(card().queryByRole('meter')).toBeNull()
  expect(card().getByRole('button', { name: /^Hang up on/ })).toBeTruthy()
  bench.tell({ hasMicrophone: true, loudspeaker: false, calls: [active] })
  expect(card().getAllByRole('radio')).toHaveLength(4)
  expect(card().getAllByRole('meter')).toHaveLength(1)
})

test('a device that does not run keeps its microphone in place, disabled, with the reason', () => {
  bench.tell({ device: 'off', power: false })
  const group = card().getByRole('group', { name: 'The device has no power.' })
  for (const radio of within(group).getAllByRole('radio')) {
    expect(radio.closest('fieldset[disabled]')).not.toBeNull()
  }
  expect(card().queryByText('Nobody is calling.')).not.toBeNull()
  bench.tell({ device: 'starting' })
  expect(card().getByRole('group', { name: 'The device is starting.' })).toBeTruthy()
  // In view it is said once, under the device.
  expect(screen.getAllByText('The device is starting.')).toHaveLength(1)
  bench.tell()
  expect(card().getAllByRole('radio')[1]?.closest('fieldset[disabled]')).toBeNull()
})

test('calls of a device that nobody hears or speaks to are in the laboratory, and no telephone without one', () => {
  bench.tell()
  const inLab = () => screen.getByRole('heading', { name: 'Telephone' }).closest('details') !== null
  expect(inLab()).toBe(false)
  bench.tell({ hasMicrophone: false, loudspeaker: false })
  expect(document.querySelector('details')?.textContent).not.toContain('Telephone')
  bench.tell({ hasMicrophone: false, loudspeaker: false, calls: [active] })
  expect(document.querySelector('details')?.textContent).toContain('Telephone')
})
