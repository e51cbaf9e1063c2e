import { SD_CARD } from '@lintel/contract/disks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeCardTools, putFakeCard } from './testing/fake-card-tools.ts'
import { makeStorageRig } from './testing/storage-rig.ts'
import type { StorageRig } from './testing/storage-rig.ts'

let tools: ReturnType<typeof fakeCardTools>
let rig: StorageRig

beforeEach(() => {
  tools = fakeCardTools()
  rig = makeStorageRig(tools)
})
afterEach(() => rig.remove())

test('clients of the event stream learn whether a card can be used', async () => {
  await rig.powerOn()
  putFakeCard(rig.imageOf('card'), { fileSystem: 'ext4' })
  const state = () =>
    rig.platform.events
      .current()
      .filter(({ topic }) => topic === 'Storage/Disruption')
      .filter(({ source }) => source['disk_id'] === SD_CARD)
      .map(({ source, data }) => [source, data])
  const disruption = (value: string) => [[{ disk_id: SD_CARD }, { disruption: value }]]
  expect(state()).toEqual(disruption('1'))
  let heard = 0
  const unsubscribe = rig.platform.events.subscribe(({ topic }) => {
    if (topic === 'Storage/Disruption') heard += 1
  })
  await rig.insert('card')
  rig.storage.lock(SD_CARD, true)
  expect([state(), heard]).toEqual([disruption('0'), 1])
  await rig.run('unmount')
  expect([state(), heard]).toEqual([disruption('1'), 2])
  unsubscribe()
})

test('clients of the event stream learn how a job has ended, once', async () => {
  putFakeCard(rig.imageOf('card'), { fileSystem: 'ext4' })
  await rig.powerOn('card')
  await rig.run('unmount')
  const heard: unknown[] = []
  const unsubscribe = rig.platform.events.subscribe(({ topic, source, data }) => {
    if (topic === 'Device/Lintel/StorageJob') heard.push([source, data])
  })
  await rig.run('checkdisk')
  tools.failures.make = new Error('broken')
  await rig.run('format', 'ext4')
  expect(heard).toEqual([
    [{ disk_id: SD_CARD }, { action: 'checkdisk', result: 'OK' }],
    [{ disk_id: SD_CARD }, { action: 'format', result: 'ERROR' }],
  ])
  unsubscribe()
})
