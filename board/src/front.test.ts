/** What a person in front of the device sees and hears, and the other devices around it. */
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@lintel/contract/client'
import {
  answerCall,
  endCall,
  getBench,
  restoreSnapshot,
  saveSnapshot,
  setMicrophone,
  setPower,
  setOldCiphers,
  setSpeaker,
  setWorld,
} from '@lintel/contract/bench'
import { controlReader, presentCard } from '@lintel/contract/bench-reader'
import type { PresentedCard } from '@lintel/contract/cards'
import type { AudioPeer } from '@lintel/contract/wire'
import { expect, test } from 'vitest'
import { openHardware } from './hardware/hardware.ts'
import type { Power } from './power.ts'
import { openSnapshots } from './snapshots.ts'
import { benchRig, boardRig } from './testing/rig.ts'

const yard: AudioPeer = {
  name: 'Yard',
  address: '192.168.0.7',
  mac: 'AC:CC:8E:00:00:07',
  leader: true,
  status: 'Online',
  type: 'C2005',
}

test('a sound is reported, without the file path that older firmware adds', async () => {
  const { board, device } = await benchRig()
  await board.setPower('on')
  await device('/sound?file=bell.wav')
  await expect.poll(() => board.state().identifying).toBe(true)
  expect(board.state().sound).toEqual({ name: 'Bell', seconds: 2, plays: 1, volume: 100, since: 5 })
  await device('/sound')
  await expect.poll(() => board.state().identifying).toBe(false)
  expect(board.state().sound).toBeNull()
})

test('without power nothing plays or identifies itself', async () => {
  const { board, device } = await boardRig()
  await board.setPower('on')
  await device('/sound?file=x')
  await expect.poll(() => board.state().sound).not.toBeNull()
  await board.setPower('off')
  expect(board.state()).toMatchObject({ sound: null, identifying: false, speaker: null })
})

test('the page may play sounds, of this bench only', async () => {
  const { url } = await benchRig()
  const answer = await fetch(`${url}/bench/state`)
  expect(answer.headers.get('content-security-policy')).toContain("media-src 'self'")
})

test("a running device's loudspeaker can be calibrated; one that is off cannot", async () => {
  const { url } = await benchRig()
  const bench = createClient({ base: url })
  await expect(bench.call(setSpeaker, { calibrated: true })).rejects.toMatchObject({
    kind: 'conflict',
  })
  await bench.call(setPower, { action: 'on' })
  await bench.call(setSpeaker, { calibrated: true })
  expect((await bench.call(getBench, {})).speaker).toEqual({ calibrated: '2026-11-20T13:07:32Z' })
  await bench.call(setSpeaker, { calibrated: false })
  expect((await bench.call(getBench, {})).speaker).toEqual({ calibrated: '' })
})

test('the bench leaves legacy cipher suites in a running device, and shows that', async () => {
  const { url } = await benchRig()
  const bench = createClient({ base: url })
  expect((await bench.call(getBench, {})).oldCiphers).toBeNull()
  await expect(bench.call(setOldCiphers, { left: true })).rejects.toMatchObject({
    kind: 'conflict',
  })
  await bench.call(setPower, { action: 'on' })
  await bench.call(setOldCiphers, { left: true })
  expect((await bench.call(getBench, {})).oldCiphers).toBe(true)
})

test('calls are answered and ended at the device, and somebody speaks into its microphone', async () => {
  const { url, board } = await benchRig()
  const bench = createClient({ base: url })
  const tone = { kind: 'tone', hertz: 440, level: 0.5 } as const
  await expect(bench.call(setMicrophone, { microphone: tone })).rejects.toMatchObject({
    kind: 'conflict',
  })
  await bench.call(setPower, { action: 'on' })
  await bench.call(setMicrophone, { microphone: tone })
  expect(await bench.call(getBench, {})).toMatchObject({ calls: [], microphone: 'tone' })
  await bench.call(answerCall, { callId: 'In-1' })
  const [call] = (await bench.call(getBench, {})).calls
  expect(call).toMatchObject({ callId: 'In-1', state: 'active', heard: null, spoken: -20 })
  await bench.call(endCall, { callId: 'In-1' })
  expect(board.state().calls).toEqual([])
  await bench.call(answerCall, { callId: 'In-2' })
  await board.setPower('off')
  expect(board.state()).toMatchObject({ calls: [], microphone: 'silence' })
})

test('the call button is lit while the device runs, and in calls even if not while idle', async () => {
  const { board, device } = await benchRig()
  const lit = () => board.state().callButtonLit
  expect(lit()).toBe(false)
  await board.setPower('on')
  expect(lit()).toBe(true)
  await device(`/sound?file=${encodeURIComponent('/bell.wav')}`)
  await expect.poll(lit).toBe(false)
  await board.answerCall('In-1')
  expect(lit()).toBe(true)
  await board.endCall('In-1')
  expect(lit()).toBe(false)
  await board.setPower('off')
  await board.setPower('on')
  expect(lit()).toBe(true)
  await board.setPower('off')
  expect(lit()).toBe(false)
})

test('the status light is as the device reports it, and dark without a device', async () => {
  const { url, board, device } = await benchRig()
  const bench = createClient({ base: url })
  const light = async () => (await bench.call(getBench, {})).statusLight
  expect(await light()).toBeNull()
  await board.setPower('on')
  await device('/sound?file=x')
  await expect.poll(light).toEqual({ colour: 'red', interval: 250 })
  await device('/sound')
  await expect.poll(light).toEqual({ colour: 'green', interval: null })
  await board.setPower('off')
  expect(await light()).toBeNull()
})

test('a file of 700 kB can be spoken into the microphone', async () => {
  const { url, board } = await benchRig()
  const bench = createClient({ base: url })
  await board.setPower('on')
  const wave = Buffer.alloc(700_000).toString('base64')
  await bench.call(setMicrophone, { microphone: { kind: 'file', wave } })
  expect(board.state().microphone).toBe('file')
})

test.each([
  { kind: 'tone', hertz: 440, level: 2 },
  { kind: 'file', wave: 'no base64!' },
  { kind: 'song' },
])('%o is nothing to speak into the microphone', async (microphone) => {
  const { url, board } = await benchRig()
  await board.setPower('on')
  const answer = await fetch(`${url}${setMicrophone.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ microphone }),
  })
  expect(answer.status).toBe(400)
  expect(board.state().microphone).toBe('silence')
})

test('nobody speaks into a product without a microphone', async () => {
  const { board } = await boardRig(undefined, { product: 'A1601' })
  await board.setPower('on')
  expect(board.state().hasMicrophone).toBe(false)
  await expect(board.setMicrophone({ kind: 'live' })).rejects.toMatchObject({
    reason: 'invalid',
    message: 'The A1601 has no microphone.',
  })
})

test('a product without a loudspeaker has none to calibrate', async () => {
  const { board } = await boardRig(undefined, { product: 'A1601' })
  await board.setPower('on')
  await expect(board.setSpeaker(true)).rejects.toMatchObject({ reason: 'invalid' })
  expect(board.state()).toMatchObject({ loudspeaker: false, category: 'accesscontrol' })
})

test('other audio devices reach the device, survive restarts, and are part of snapshots', async () => {
  const { url, folder, device } = await benchRig()
  const bench = createClient({ base: url })
  await bench.call(setPower, { action: 'on' })
  await device('/write?text=kept')
  await bench.call(saveSnapshot, { name: 'alone' })
  await bench.call(setWorld, { peers: [yard] })
  await bench.call(setWorld, { temperature: 30 })
  await expect.poll(async () => (await device()).world.peers).toEqual([yard])
  const file = join(folder, 'board.json')
  expect(openHardware(file, () => expect.unreachable()).state().world.peers).toEqual([yard])
  const { happened } = await bench.call(getBench, {})
  expect(happened.filter(({ id }) => id === 'peers').map(({ values }) => values)).toEqual([
    { count: 1 },
  ])
  await bench.call(restoreSnapshot, { name: 'alone' })
  await expect.poll(async () => (await device()).world.peers).toEqual([])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ world: { peers: [] } })
})

test('invalid audio devices are refused', async () => {
  const { url, board } = await benchRig()
  const bench = createClient({ base: url })
  const wrong = [
    { ...yard, address: '300.1.1.1' },
    { ...yard, mac: 'ac:cc:8e:00:00:07' },
    { ...yard, name: ' ' },
    { ...yard, status: 'Asleep' as 'Online' },
  ]
  for (const peer of wrong) {
    const call = bench.call(setWorld, { peers: [peer] })
    await expect(call, JSON.stringify(peer)).rejects.toMatchObject({ kind: 'refused' })
  }
  expect(board.state().world.peers).toEqual([])
})

/** The snapshots as the next board on the same data folder finds them. */
const nextSnapshots = (dataFolder: string, power: Power) =>
  openSnapshots({
    dataFolder,
    power,
    slots: {
      stateFolder: () => expect.unreachable(),
      inUse: () => expect.unreachable(),
      areInUse: () => expect.unreachable(),
      use: () => {},
    },
    sdSlot: { save: () => expect.unreachable(), restore: () => expect.unreachable() },
    boardState: () => expect.unreachable(),
    restoreBoard: () => {},
  })

test('snapshots are listed in order, also by the next board', async () => {
  const { board, folder } = await boardRig()
  expect(board.state().snapshots).toEqual([])
  for (const name of ['second', 'First', 'second']) await board.saveSnapshot(name)
  expect(board.state().snapshots).toEqual(['First', 'second'])
  expect(nextSnapshots(folder, board.power).names()).toEqual(['First', 'second'])
})

test('a snapshot survives a board that is killed while it replaces it', async () => {
  const { board, folder } = await boardRig()
  await board.saveSnapshot('one')
  const root = join(folder, 'snapshots')
  // Between the two renames.
  renameSync(join(root, 'one'), join(root, 'one.old'))
  mkdirSync(join(root, 'one.new'))
  mkdirSync(join(root, 'never-finished.new'))
  expect(nextSnapshots(folder, board.power).names()).toEqual(['one'])
  expect(readdirSync(root)).toEqual(['one'])
})

test('what the reader sends for a card is shown until the power is cut', async () => {
  const { url, board } = await benchRig()
  const bench = createClient({ base: url })
  const card: PresentedCard = { type: 'UID/CSN', uid: '04A1B2C3', contents: [] }
  expect(() => board.presentCard(card)).toThrow('The device does not run.')
  await bench.call(setPower, { action: 'on' })
  await bench.call(presentCard, { card })
  await bench.call(controlReader, { action: { kind: 'ask', command: 'POLL' } })
  expect((await bench.call(getBench, {})).reader).toMatchObject({ onWire: [{ bits: '04A1B2C3' }] })
  const body = JSON.stringify({ card: { ...card, uid: '04A1B2' } })
  const headers = { 'content-type': 'application/json' }
  const refused = await fetch(`${url}/bench/card`, { method: 'POST', headers, body })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('uid')])
  await board.setPower('off')
  expect(board.state().reader).toBeNull()
})
