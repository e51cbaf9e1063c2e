import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DamagedRecord } from './record.ts'
import {
  bootWell,
  events,
  folder,
  install,
  nextBoard,
  running,
  setting,
  slots,
  time,
  newSlotsForEachTest,
  versions,
} from './testing/slot-rig.ts'

newSlotsForEachTest()

test('without images the checkout runs, and nothing is written', () => {
  expect(slots.boot()).toMatchObject({ deviceEntry: join(folder, 'checkout.js') })
  expect(slots.stateFolder()).toBe(join(folder, 'device'))
  expect(slots.firmware()).toEqual({
    running: { slot: 'A', version: '9.80.3', buildDate: '' },
    inactive: null,
    committed: true,
    upgradedAt: null,
  })
  expect(existsSync(join(folder, 'slots.json'))).toBe(false)
})

test("an image runs from the next start on, with the settings of that time and the checkout's modules", () => {
  setting.set('before')
  install('9.80.4')
  expect(running()).toBe('A')
  setting.set('at the end')
  const code = slots.boot()
  expect(readFileSync(code.deviceEntry, 'utf8')).toBe('9.80.4')
  expect(code.consoleFolder).toBe(join(folder, 'slots', 'B', 'image', 'console'))
  const link = join(folder, 'slots', 'B', 'image', 'node_modules')
  expect(readlinkSync(link)).toBe(join(folder, 'modules'))
  expect(setting.get()).toBe('at the end')
  expect(slots.firmware()).toMatchObject({
    running: { slot: 'B', version: '9.80.4' },
    inactive: { slot: 'A', version: '9.80.3' },
    committed: false,
    upgradedAt: time.now(),
  })
  expect(existsSync(join(folder, 'device', 'upload'))).toBe(false)
})

test('a rollback restores the earlier settings, and another one the later settings', async () => {
  setting.set('old')
  install('9.80.4')
  await bootWell()
  setting.set('new')
  slots.order({ do: 'rollback' })
  expect(running()).toBe('B')
  await bootWell()
  expect([running(), setting.get(), versions()]).toEqual(['A', 'old', ['9.80.3', '9.80.4']])
  slots.order({ do: 'rollback' })
  await bootWell()
  expect([running(), setting.get()]).toEqual(['B', 'new'])
})

test('firmware that ends before it has run for 10 s is rolled back, with the earlier settings', () => {
  setting.set('old')
  install('9.80.4')
  slots.boot()
  setting.set('spoilt by the new one')
  slots.running()
  time.pass(9_999)
  expect(slots.goBack()).toBe(true)
  expect([running(), setting.get(), slots.firmware().inactive]).toEqual(['A', 'old', null])
  expect(existsSync(join(folder, 'slots', 'B'))).toBe(false)
  expect(events.at(-1)).toEqual({ type: 'wentBack', version: '9.80.4', slot: 'A' })
  // And that is final.
  expect(slots.goBack()).toBe(false)
})

test('firmware started by a rollback has to prove itself too (MAINT-12)', async () => {
  install('9.80.4')
  await bootWell()
  slots.order({ do: 'rollback' })
  slots.boot()
  expect([running(), slots.firmware().committed]).toEqual(['A', false])
  expect(slots.goBack()).toBe(true)
  expect(running()).toBe('B')
})

test('committed firmware, by time or on request, is not rolled back', async () => {
  install('9.80.4')
  await bootWell()
  expect(slots.goBack()).toBe(false)
  install('9.80.5')
  slots.boot()
  slots.order({ do: 'commit' })
  expect(slots.goBack()).toBe(false)
  expect(running()).toBe('C')
})

test('a restart or a power cut in between counts neither as proof nor as failure', () => {
  install('9.80.4')
  slots.boot()
  slots.running()
  time.pass(6_000)
  slots.down()
  time.pass(60_000)
  expect(slots.firmware().committed).toBe(false)
  nextBoard()
  slots.boot()
  slots.running()
  time.pass(6_000)
  expect(slots.goBack()).toBe(true)
})

test('images alternate between B and C; the checkout and the running one are never overwritten', async () => {
  for (const [version, slot, others] of [
    ['9.80.4', 'B', '9.80.3'],
    ['9.80.5', 'C', '9.80.4'],
    ['9.80.6', 'B', '9.80.5'],
  ] as const) {
    install(version)
    await bootWell()
    expect([running(), versions()]).toEqual([slot, [version, others]])
  }
  expect(existsSync(join(folder, 'checkout.js'))).toBe(true)
})

test('a purge removes the other firmware with its settings', async () => {
  install('9.80.4')
  await bootWell()
  install('9.80.5')
  await bootWell()
  slots.order({ do: 'purge' })
  expect([versions(), existsSync(join(folder, 'slots', 'B'))]).toEqual([
    ['9.80.5', undefined],
    false,
  ])
  expect(() => slots.order({ do: 'rollback' })).toThrow('There is no other firmware.')
})

test('a cut before or during the first start of an image ends in one or the other', () => {
  setting.set('mine')
  install('9.80.4')
  // The board dies after planning, with half of a copy on disk.
  mkdirSync(join(folder, 'slots', 'B', 'state.new'), { recursive: true })
  writeFileSync(join(folder, 'slots', 'B', 'state.new', 'state.db'), 'ha')
  nextBoard()
  expect(running()).toBe('A')
  slots.boot()
  expect([running(), setting.get()]).toEqual(['B', 'mine'])
  // It dies again during the first start.
  nextBoard()
  slots.boot()
  expect([running(), setting.get(), slots.firmware().committed]).toEqual(['B', 'mine', false])
})

test('a cut while an image is moved into its slot leaves the old firmware, and nothing of the image', () => {
  setting.set('mine')
  mkdirSync(join(folder, 'slots', 'B', 'image', 'device'), { recursive: true })
  nextBoard()
  slots.boot()
  expect([running(), setting.get()]).toEqual(['A', 'mine'])
  expect(existsSync(join(folder, 'slots', 'B'))).toBe(false)
})

test('settings that cannot be copied keep the old firmware running', async () => {
  setting.set('mine')
  install('9.80.4')
  // Like a full disk: a socket can't be copied.
  const socket = createServer().listen(join(folder, 'device', 'socket'))
  await once(socket, 'listening')
  slots.boot()
  socket.close()
  expect([running(), setting.get(), versions()]).toEqual(['A', 'mine', ['9.80.3', undefined]])
  expect(events).toEqual([{ type: 'notDone', cause: expect.stringContaining('socket') }])
  // It was cancelled, not postponed.
  slots.boot()
  expect([running(), events.length]).toEqual(['A', 1])
})

test('a disk too full even for the record keeps the old firmware running until the board restarts', () => {
  setting.set('mine')
  install('9.80.4')
  // Where the next record would be written first.
  const inTheWay = join(folder, 'slots.json.new')
  mkdirSync(inTheWay)
  expect(slots.boot()).toMatchObject({ deviceEntry: join(folder, 'checkout.js') })
  expect([running(), setting.get(), events.at(-1)?.type]).toEqual(['A', 'mine', 'notDone'])
  slots.boot()
  expect([running(), events.length]).toEqual(['A', 1])
  rmSync(inTheWay, { recursive: true })
  nextBoard()
  slots.boot()
  expect([running(), setting.get()]).toEqual(['B', 'mine'])
})

test('a full disk prevents neither the return to the old firmware nor the commit of new one', async () => {
  setting.set('old')
  install('9.80.4')
  slots.boot()
  const inTheWay = join(folder, 'slots.json.new')
  mkdirSync(inTheWay)
  expect(slots.goBack()).toBe(true)
  expect([running(), setting.get(), events.at(-1)?.type]).toEqual(['A', 'old', 'wentBack'])
  rmSync(inTheWay, { recursive: true })
  // Nothing of that is on disk: the next board tries the new firmware again.
  nextBoard()
  slots.boot()
  expect(running()).toBe('B')
  mkdirSync(inTheWay)
  slots.running()
  time.pass(10_000)
  await Promise.resolve()
  expect(slots.firmware().committed).toBe(true)
})

test('when an image cannot be moved into its slot, the image it would have replaced cannot be started', async () => {
  install('9.80.4')
  await bootWell()
  install('9.80.5')
  await bootWell()
  const nowhere = { do: 'install', folder: join(folder, 'nowhere'), factoryDefault: false } as const
  expect(() => slots.order(nowhere)).toThrow('ENOENT')
  expect(() => slots.order({ do: 'rollback' })).toThrow('There is no other firmware.')
  nextBoard()
  slots.boot()
  expect(versions()).toEqual(['9.80.5', undefined])
})

test('a slot without its image falls back to the checkout', async () => {
  install('9.80.4')
  await bootWell()
  rmSync(join(folder, 'slots', 'B', 'image', 'device'), { recursive: true })
  nextBoard()
  expect(slots.boot().deviceEntry).toBe(join(folder, 'checkout.js'))
  expect(running()).toBe('A')
})

test('any slot with firmware can be started by hand', async () => {
  expect(() => slots.change('B')).toThrow('There is no firmware in slot B.')
  install('9.80.4')
  await bootWell()
  slots.change('A')
  await bootWell()
  expect([running(), versions()]).toEqual(['A', ['9.80.3', '9.80.4']])
})

test('starting the active slot by hand cancels a change that is planned, and nothing else', async () => {
  install('9.80.4')
  await bootWell()
  slots.change('A')
  slots.change('B')
  await bootWell()
  expect(running()).toBe('B')
  setting.set('mine')
  slots.order({ do: 'factoryDefault' })
  slots.change('B')
  await bootWell()
  expect([running(), setting.get()]).toEqual(['B', undefined])
})

test('the slots of a snapshot are restored as far as they exist', async () => {
  const first = slots.inUse()
  install('9.80.4')
  await bootWell()
  const second = slots.inUse()
  expect([slots.areInUse(first), slots.areInUse(second)]).toEqual([false, true])
  const stateOfB = slots.stateFolder()
  expect(slots.stateFolder(first)).not.toBe(stateOfB)
  slots.use(first)
  expect([running(), slots.firmware().inactive]).toEqual(['A', null])
  // The image of the second is gone.
  expect(slots.stateFolder(second)).not.toBe(stateOfB)
  slots.use(second)
  expect(running()).toBe('A')
})

test('a damaged record is reported, and nothing is guessed', () => {
  writeFileSync(join(folder, 'slots.json'), '{"active":"Z"}')
  expect(nextBoard).toThrow(DamagedRecord)
})
