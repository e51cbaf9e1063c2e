/** What somebody does to the device with their hands. */
import { join } from 'node:path'
import { knock, setWorld } from '@lintel/contract/bench'
import { createClient } from '@lintel/contract/client'
import { UNTOUCHED } from '@lintel/contract/handling'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openHardware } from './hardware/hardware.ts'
import { benchRig, boardRig } from './testing/rig.ts'
import { tempFolder } from './testing/temp-folder.ts'

const TOUCHED = { speaker: 'unplugged', microphoneDisabled: true, cameraCovered: true } as const

test('what was done to the device reaches it and stays without power', async () => {
  const { board, device, folder } = await boardRig()
  await board.setPower('on')
  board.setWorld(TOUCHED)
  await board.inStep()
  expect((await device()).world).toEqual({ ...PLAIN_WORLD, ...TOUCHED })
  board.setWorld({ temperature: 30 })
  expect(board.state().world).toEqual({ ...PLAIN_WORLD, ...TOUCHED, temperature: 30 })
  board.setWorld(UNTOUCHED)
  expect(board.state().world).toMatchObject(UNTOUCHED)
  board.setWorld(TOUCHED)
  const file = openHardware(join(folder, 'board.json'), () => expect.unreachable())
  expect(file.state().world).toMatchObject(TOUCHED)
  const told = board.state().happened.filter(({ id }) => id.startsWith('handled'))
  expect(told.map(({ id, values }) => [id, values])).toEqual([
    ['handled.speaker', { speaker: 'unplugged' }],
    ['handled.microphoneOff', {}],
    ['handled.covered', {}],
    ['handled.speaker', { speaker: 'fitted' }],
    ['handled.microphoneOn', {}],
    ['handled.uncovered', {}],
    ['handled.speaker', { speaker: 'unplugged' }],
    ['handled.microphoneOff', {}],
    ['handled.covered', {}],
  ])
})

test('a board file without them is that of an untouched device', () => {
  const file = join(tempFolder(), 'board.json')
  const {
    speaker: _speaker,
    microphoneDisabled: _microphone,
    cameraCovered: _camera,
    ...world
  } = PLAIN_WORLD
  const stored = { product: 'A8307-E', serial: 'AECC8E0A0B0C', clockOffset: 0, world }
  writeFileSync(file, JSON.stringify(stored))
  expect(openHardware(file, () => expect.unreachable()).state().world).toEqual(PLAIN_WORLD)
})

test('a knock reaches the device with its force', async () => {
  const { url, board, device } = await benchRig()
  await board.setPower('on')
  const bench = createClient({ base: url })
  await bench.call(knock, { force: 40 })
  expect((await device()).pressed).toEqual(['knock 40'])
  expect(board.state().happened.at(-1)).toMatchObject({
    id: 'handled.knock',
    values: { force: 40 },
  })
  for (const force of [0, 101, 0.5]) {
    await expect(bench.call(knock, { force })).rejects.toMatchObject({ kind: 'refused' })
  }
  await expect(bench.call(setWorld, { speaker: 'broken' as 'fitted' })).rejects.toMatchObject({
    kind: 'refused',
  })
})

test('nobody touches what a product does not have', async () => {
  const { board } = await boardRig(undefined, { product: 'A1601' })
  expect(board.state()).toMatchObject({ hasMicrophone: false, shockSensor: false })
  for (const part of Object.entries(UNTOUCHED)) {
    expect(() => board.setWorld(Object.fromEntries([part]))).toThrow('The A1601 has no')
  }
  expect(() => board.knock(50)).toThrow('The A1601 does not notice knocks.')
  const { board: door } = await boardRig()
  expect(door.state()).toMatchObject({ hasMicrophone: true, shockSensor: true })
  const { board: horn } = await boardRig(undefined, { product: 'C1310-E' })
  expect(() => horn.setWorld({ cameraCovered: true })).toThrow('The C1310-E has no camera.')
  expect(() => horn.knock(50)).toThrow('The C1310-E does not notice knocks.')
})
