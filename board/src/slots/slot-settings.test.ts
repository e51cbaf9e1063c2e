import { expect, test } from 'vitest'
import {
  bootWell,
  events,
  install,
  nextBoard,
  running,
  setting,
  slots,
  newSlotsForEachTest,
  versions,
} from './testing/slot-rig.ts'

newSlotsForEachTest()

test('an image with factory values starts without settings; the old ones stay with the old firmware', async () => {
  setting.set('mine')
  install('9.80.4', true)
  await bootWell()
  expect(setting.get()).toBeUndefined()
  slots.order({ do: 'rollback' })
  slots.boot()
  expect(setting.get()).toBe('mine')
})

test('a factory default removes the settings of every slot, and leaves the firmware', async () => {
  setting.set('old')
  install('9.80.4')
  await bootWell()
  setting.set('new')
  slots.order({ do: 'factoryDefault' })
  expect(setting.get()).toBe('new')
  slots.boot()
  expect([setting.get(), versions()]).toEqual([undefined, ['9.80.4', '9.80.3']])
  slots.order({ do: 'rollback' })
  slots.boot()
  expect(setting.get()).toBeUndefined()
})

test('a rollback to a slot without settings, as after a factory default, takes a copy of the present ones', async () => {
  setting.set('old')
  install('9.80.4')
  await bootWell()
  expect(slots.firmware().inactiveSettings).toBe('own')
  slots.order({ do: 'factoryDefault' })
  slots.boot()
  setting.set('set up again')
  expect(slots.firmware().inactiveSettings).toBe('copy')
  slots.order({ do: 'rollback' })
  slots.boot()
  expect([running(), setting.get()]).toEqual(['A', 'set up again'])
  expect(events.at(-1)).toEqual({
    type: 'rolledBack',
    version: '9.80.3',
    slot: 'A',
    settings: 'copy',
  })
  setting.set('changed in A')
  expect(slots.firmware().inactiveSettings).toBe('own')
  slots.order({ do: 'rollback' })
  slots.boot()
  expect([running(), setting.get()]).toEqual(['B', 'set up again'])
})

test('settings that were left without a password are known as open, also to the next board', async () => {
  setting.set('old')
  install('9.80.4')
  await bootWell()
  slots.setUp(true)
  slots.change('A')
  await bootWell()
  slots.setUp(false)
  slots.change('B')
  nextBoard()
  await bootWell()
  expect(slots.firmware().inactiveSettings).toBe('open')
  // What a device says is about its own slot only.
  slots.setUp(true)
  slots.order({ do: 'rollback' })
  slots.boot()
  expect(slots.firmware().inactiveSettings).toBe('own')
  slots.setUp(true)
  slots.order({ do: 'rollback' })
  slots.boot()
  expect(slots.firmware().inactiveSettings).toBe('own')
})
