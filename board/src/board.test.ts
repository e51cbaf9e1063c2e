import { once } from 'node:events'
import { createServer } from 'node:net'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { join } from 'node:path'
import { productCalled } from '@lintel/contract/products/products'
import { expect, test, vi } from 'vitest'
import { fakeTime } from './testing/fake-time.ts'
import { boardRig, misbehave } from './testing/rig.ts'

const HOUR = 3_600_000

/** Waits until the board's state satisfies the condition. */
const until = (met: () => boolean) => expect.poll(met, { timeout: 5_000 }).toBe(true)

test('the device gets its face plate and surroundings, and its output a log', async () => {
  const { board, device, folder, ports } = await boardRig()
  expect(board.state()).toMatchObject({ power: false, device: 'off', display: { state: 'off' } })
  await board.setPower('on')
  expect(await device()).toMatchObject({
    product: 'A8307-E',
    serial: 'AECC8E000001',
    address: '127.0.0.1',
    dataFolder: join(folder, 'device'),
    world: PLAIN_WORLD,
    faults: [],
    persona: 'own',
    ports: {
      http: ports.http,
      https: ports.https,
      sip: ports.sip,
      snmp: ports.snmp,
      rtsp: ports.rtsp,
    },
  })
  expect(board.state()).toMatchObject({
    power: true,
    device: 'running',
    display: { state: 'on', title: 'Door' },
    addresses: { https: `https://127.0.0.1:${ports.https}` },
  })
  await until(() => readFileSync(join(folder, 'log', 'device.log'), 'utf8').includes('booted'))
})

test('a power cycle kills the device and starts another; the display goes dark in between', async () => {
  const { board, device } = await boardRig()
  await board.setPower('on')
  const { pid } = await device()
  await board.setPower('cycle')
  expect((await device()).pid).not.toBe(pid)
  await board.setPower('off')
  expect(board.state()).toMatchObject({ power: false, device: 'off', display: { state: 'off' } })
  expect(() => process.kill(board.power.pid() ?? pid, 0)).toThrow('ESRCH')
  expect(board.state().happened.map(({ id }) => id)).toEqual([
    'powerOn',
    'running',
    'powerOff',
    'powerOn',
    'running',
    'powerOff',
  ])
})

test('a restart and a crash are distinguished, and both start the device again', async () => {
  const { board, device } = await boardRig()
  await board.setPower('on')
  const first = await device('/restart')
  await until(() => board.state().happened.filter(({ id }) => id === 'running').length === 2)
  const second = await device('/crash')
  expect(second.pid).not.toBe(first.pid)
  await until(() => board.state().happened.filter(({ id }) => id === 'running').length === 3)
  const others = board.state().happened.filter(({ id }) => id !== 'running')
  expect(others.map(({ id, values }) => [id, values])).toEqual([
    ['powerOn', {}],
    ['restart', {}],
    ['crashed', { how: '3' }],
  ])
})

test('a device that cannot be started is retried', async () => {
  const { board } = await boardRig()
  misbehave('crash')
  void board.power.on().catch(() => {})
  await until(() => board.state().happened.some(({ id }) => id === 'crashed'))
  expect(board.state().device).toBe('starting')
  misbehave('')
  await board.power.whenRunning()
})

test('a change of the hardware reaches the device, also while it boots, and is remembered', async () => {
  const { board, device, folder } = await boardRig()
  board.setWorld({ temperature: -25 })
  await board.setPower('on')
  expect((await device()).world).toEqual({ ...PLAIN_WORLD, temperature: -25, cable: true })
  const cycle = board.setPower('cycle')
  board.setWorld({ cable: false })
  board.setFaults([{ call: 'pwdgrp', fault: 'slow', value: 5 }])
  await cycle
  board.press('callButton')
  board.press('7')
  await until(() => board.state().device === 'running')
  expect(await device()).toMatchObject({
    world: { ...PLAIN_WORLD, temperature: -25, cable: false },
    faults: [{ call: 'pwdgrp', fault: 'slow', value: 5 }],
    pressed: ['callButton', '7'],
  })
  const stored = JSON.parse(readFileSync(join(folder, 'board.json'), 'utf8')) as { world: unknown }
  expect(stored.world).toEqual({ ...PLAIN_WORLD, temperature: -25, cable: false })
  const ids = board.state().happened.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['temperature', 'cableOut', 'faults', 'pressed']))
  // Setting the current value is not an event.
  board.setWorld({ cable: false, temperature: -25 })
  expect(board.state().happened).toHaveLength(ids.length)
})

test('only a button that the display shows can be touched', async () => {
  const { board } = await boardRig()
  await board.power.on()
  expect(() => board.touch('ada')).toThrow('The display shows no such button.')
  expect(board.state().happened.some(({ id }) => id === 'touched')).toBe(false)
})

test('the display is searched only where it has something to search in, and its image comes from the device', async () => {
  const { board } = await boardRig()
  await expect(board.welcomeImage()).rejects.toThrow('The device does not run.')
  await board.power.on()
  expect(() => board.searchDisplay('ada')).toThrow('The display has nothing to search in.')
  const image = { hash: 'ab', contentType: 'image/png', bytes: Buffer.from([1, 2]) }
  // Two at once share one request.
  const [first, second] = await Promise.all([board.welcomeImage(), board.welcomeImage()])
  expect([first, second]).toEqual([image, image])
})

test('the device sends pictures of its HDMI output while somebody looks', async () => {
  const { board } = await boardRig()
  const pictures: Buffer[] = []
  const stop = board.hdmi.watch((jpeg) => pictures.push(jpeg))
  await board.power.on()
  await vi.waitFor(() => expect(pictures).toEqual([Buffer.from('/9j/2Q==', 'base64')]))
  stop()
  stop()
})

test.each([
  ['C1410', 'callButton'],
  ['A8105-E', '5'],
] as const)('a %s has no %s to press', async (product, key) => {
  const { board, device } = await boardRig(undefined, { product })
  await board.power.on()
  expect(() => board.press(key)).toThrow(`The ${product} has no such button.`)
  expect(await device()).toMatchObject({ pressed: [] })
  expect(board.state()).toMatchObject({ product, plate: productCalled(product).plate })
})

test('the clock advances with and without power, and can be set both ways', async () => {
  const { board, device } = await boardRig()
  await board.advance(HOUR)
  await board.setPower('on')
  expect((await device()).clockOffset).toBe(HOUR)
  await board.advance(HOUR)
  expect((await device()).clockOffset).toBe(2 * HOUR)
  expect(board.state().clockOffset).toBe(2 * HOUR)
  await board.seed({ time: '2020-02-29T12:00:00Z' })
  const { clockOffset } = await device()
  expect(Math.abs(Date.now() + clockOffset - Date.UTC(2020, 1, 29, 12))).toBeLessThan(1000)
  await board.setPower('cycle')
  expect((await device()).clockOffset).toBe(clockOffset)
  expect(board.state().happened.at(-1)?.at).toBeLessThan(Date.UTC(2020, 1, 29, 13))
  await expect(board.seed({ time: 'tomorrow' })).rejects.toMatchObject({ reason: 'invalid' })
})

test('the clock stays in the years that it can have, with and without power', async () => {
  const { board, device } = await boardRig()
  const refusal = { reason: 'invalid', message: 'The clock can only be set from 1970 to 2069.' }
  for (const action of ['off', 'on'] as const) {
    await board.setPower(action)
    const before = board.state().clockOffset
    for (const milliseconds of [50 * 366 * 24 * HOUR, 8.64e15, Number.MAX_SAFE_INTEGER]) {
      await expect(board.advance(milliseconds)).rejects.toMatchObject(refusal)
    }
    for (const time of [
      '1969-12-31T23:59:59Z',
      '2070-01-01T00:00:00Z',
      '+275760-01-01T00:00:00Z',
    ]) {
      await expect(board.seed({ time })).rejects.toMatchObject(refusal)
    }
    expect(board.state().clockOffset).toBe(before)
  }
  await board.seed({ time: '2069-12-31T22:00:00Z' })
  await board.advance(HOUR)
  await expect(board.advance(HOUR)).rejects.toMatchObject(refusal)
  expect((await device()).clockOffset).toBe(board.state().clockOffset)
})

test('a board that can’t store its hardware says so and runs on', async () => {
  const { board, device, folder } = await boardRig()
  await board.setPower('on')
  mkdirSync(join(folder, 'board.json.new'))
  // The device reports its new time.
  await board.advance(HOUR)
  board.setWorld({ temperature: -20 })
  expect((await device()).clockOffset).toBe(HOUR)
  expect(board.state()).toMatchObject({
    device: 'running',
    clockOffset: HOUR,
    world: { temperature: -20 },
  })
  const reports = board.state().happened.filter(({ id }) => id === 'notStored')
  expect(reports.map(({ values }) => values)).toEqual([{ code: 'EISDIR' }])
  const log = readFileSync(join(folder, 'log', 'device.log'), 'utf8')
  expect(log).toContain('could not store the state of the hardware')
})

test('a new serial number applies from the next start on', async () => {
  const { board, device } = await boardRig()
  await board.setPower('on')
  await board.seed({ serial: 'AECC8E0000FF' })
  expect([board.state().serial, (await device()).serial]).toEqual(['AECC8E000001', 'AECC8E000001'])
  await board.setPower('cycle')
  expect([board.state().serial, (await device()).serial]).toEqual(['AECC8E0000FF', 'AECC8E0000FF'])
})

test('a running device restores a snapshot in place', async () => {
  const { board, device } = await boardRig()
  await board.setPower('on')
  await device('/write?text=before')
  board.setWorld({ temperature: 30 })
  board.setFaults([{ call: '*', fault: 'diskFull' }])
  await board.saveSnapshot('one')
  await device('/write?text=after')
  board.setWorld({ temperature: -10, cable: false })
  board.setFaults([])
  await board.advance(HOUR)
  const { pid } = await device()
  await board.restoreSnapshot('one')
  expect(await device()).toMatchObject({
    pid,
    text: 'before',
    clockOffset: 0,
    world: { ...PLAIN_WORLD, temperature: 30, cable: true },
    faults: [{ call: '*', fault: 'diskFull' }],
  })
  expect(board.state()).toMatchObject({
    clockOffset: 0,
    world: { ...PLAIN_WORLD, temperature: 30, cable: true },
  })
})

test('without power the files are copied, in both directions and between the two', async () => {
  const { board, device, folder } = await boardRig()
  await board.saveSnapshot('empty')
  await board.setPower('on')
  await device('/write?text=kept')
  await board.setPower('off')
  await board.saveSnapshot('cold')
  await board.restoreSnapshot('empty')
  expect(existsSync(join(folder, 'device', 'state.db'))).toBe(false)
  await board.setPower('on')
  expect((await device()).text).toBe('')
  // Saved without power, restored with it.
  const { pid } = await device()
  await board.restoreSnapshot('cold')
  expect(await device()).toMatchObject({ text: 'kept', pid })
  // Nothing to restore in place: the power is cut, and the device starts with an empty state.
  await board.restoreSnapshot('empty')
  const emptied = await device()
  expect(emptied.text).toBe('')
  expect(emptied.pid).not.toBe(pid)
})

test('a snapshot of another serial number is restored with the power cut', async () => {
  const { board, device } = await boardRig()
  await board.setPower('on')
  await device('/write?text=old')
  await board.saveSnapshot('old')
  await board.seed({ serial: 'AECC8E0000FF' })
  await board.setPower('cycle')
  await board.restoreSnapshot('old')
  expect(await device()).toMatchObject({ serial: 'AECC8E000001', text: 'old' })
})

test('a snapshot without a key leaves the device its own; one that has a key brings it', async () => {
  const { board, device, folder } = await boardRig()
  const key = (...place: string[]) => join(folder, ...place, 'device', 'secrets.key')
  await board.setPower('on')
  await device('/write?text=old')
  await board.saveSnapshot('keyless')
  await board.saveSnapshot('keyed')
  writeFileSync(key(), 'own')
  writeFileSync(key('snapshots', 'keyed'), 'copied')
  await board.seed({ serial: 'AECC8E0000FF' })
  await board.setPower('cycle')
  await board.restoreSnapshot('keyless')
  expect(readFileSync(key(), 'utf8')).toBe('own')
  await board.seed({ serial: 'AECC8E0000FF' })
  await board.setPower('cycle')
  await board.restoreSnapshot('keyed')
  expect(readFileSync(key(), 'utf8')).toBe('copied')
})

test('a snapshot that can’t be copied back leaves the device as it was, and running', async () => {
  const { board, device, folder } = await boardRig()
  await board.setPower('on')
  await device('/write?text=old')
  await board.saveSnapshot('old')
  await device('/write?text=new')
  await board.seed({ serial: 'AECC8E0000FF' })
  // Like a full disk: a socket can't be copied.
  const socket = createServer().listen(join(folder, 'snapshots', 'old', 'device', 'socket'))
  await once(socket, 'listening')
  await expect(board.restoreSnapshot('old')).rejects.toThrow('socket')
  socket.close()
  expect(board.state()).toMatchObject({ power: true, device: 'running' })
  expect(await device()).toMatchObject({ serial: 'AECC8E0000FF', text: 'new' })
})

test('a missing or refused snapshot changes nothing', async () => {
  const { board, device } = await boardRig()
  await board.setPower('on')
  await expect(board.restoreSnapshot('none')).rejects.toMatchObject({ reason: 'invalid' })
  await device('/write?text=refused')
  await board.saveSnapshot('bad')
  await device('/write?text=good')
  board.setWorld({ temperature: 5 })
  board.setFaults([{ call: 'date', fault: 'drop' }])
  await expect(board.restoreSnapshot('bad')).rejects.toThrow('The snapshot is not mine.')
  expect(await device()).toMatchObject({
    text: 'good',
    world: { temperature: 5 },
    faults: [{ call: 'date', fault: 'drop' }],
  })
  expect(board.state()).toMatchObject({ world: { temperature: 5 } })
})

test('a snapshot replaces one of the same name', async () => {
  const { board, device } = await boardRig()
  await board.setPower('on')
  for (const text of ['first', 'second']) {
    await device(`/write?text=${text}`)
    await board.saveSnapshot('same')
  }
  await device('/write?text=third')
  await board.restoreSnapshot('same')
  expect((await device()).text).toBe('second')
})

test('the log keeps the last 200 entries', async () => {
  const { board } = await boardRig()
  for (let count = 1; count <= 205; count += 1) board.setWorld({ temperature: count % 50 })
  const { happened } = board.state()
  expect(happened).toHaveLength(200)
  expect(happened.at(-1)?.values).toEqual({ degrees: 5 })
})

test('a device that is stopped from outside is killed and started again', async () => {
  const time = fakeTime()
  const { board, device } = await boardRig(undefined, { time })
  await board.setPower('on')
  const { pid } = await device()
  process.kill(pid, 'SIGSTOP')
  time.pass(60_000)
  await until(() => board.state().device === 'starting')
  // It hung right after its start, so there is a pause.
  await expect.poll(() => board.power.pid()).toBeUndefined()
  time.pass(1_000)
  await until(() => board.state().device === 'running')
  expect((await device()).pid).not.toBe(pid)
  const happened = board.state().happened.map(({ id }) => id)
  expect(happened).toEqual(['powerOn', 'running', 'silent', 'crashed', 'running'])
})
