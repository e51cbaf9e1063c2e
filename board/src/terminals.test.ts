/** The inputs and outputs as the bench shows them. */
import { createClient } from '@lintel/contract/client'
import {
  getBench,
  restoreSnapshot,
  saveSnapshot,
  setContact,
  setPower,
} from '@lintel/contract/bench'
import type { Terminal } from '@lintel/contract/wire'
import { expect, test } from 'vitest'
import { openHardware } from './hardware/hardware.ts'
import { benchRig, boardRig } from './testing/rig.ts'

const REPORTED: Terminal[] = [
  { port: 1, name: 'Door contact', direction: 'input', closed: false, active: false },
  { port: 2, name: 'Bell', direction: 'output', closed: true, active: true },
  { port: 3, name: 'Output 3', direction: 'output', closed: false, active: false },
  { port: 4, name: 'Strike', direction: 'output', closed: true, active: true },
]
const report = `/terminals?terminals=${encodeURIComponent(JSON.stringify(REPORTED))}`

test('before the device has reported, the terminals are those of the product', async () => {
  const { board } = await boardRig()
  expect(board.state().terminals.map(({ direction }) => direction)).toEqual([
    'input',
    'input',
    'output',
    'output',
  ])
  // One of the outputs is a relay, the other can become an input.
  expect(board.state().terminals.flatMap(({ port, door }) => (door ? [port] : []))).toEqual([4])
  const { board: mute } = await boardRig(undefined, { product: 'C1410' })
  expect(mute.state().terminals).toEqual([])
})

test('the terminals are shown as the device drives and names them; without power no output is closed', async () => {
  const { board, device } = await boardRig()
  await board.setPower('on')
  await device(report)
  await expect.poll(() => board.state().terminals).toEqual(REPORTED)
  await board.setPower('off')
  expect(board.state().terminals).toEqual(
    REPORTED.map((one) => ({ ...one, closed: false, active: false })),
  )
})

test('closing a contact reaches the device, power or not, and shows only on inputs', async () => {
  const { url, folder, device, board } = await benchRig()
  const bench = createClient({ base: url })
  await bench.call(setContact, { port: 1, closed: true })
  await bench.call(setContact, { port: 4, closed: true })
  await bench.call(setContact, { port: 4, closed: true })
  expect(board.state().terminals.map(({ closed }) => closed)).toEqual([true, false, false, false])
  await bench.call(setPower, { action: 'on' })
  expect((await device()).world.contacts).toEqual([1, 4])
  const file = openHardware(`${folder}/board.json`, () => expect.unreachable())
  expect(file.state().world.contacts).toEqual([1, 4])
  await bench.call(setContact, { port: 1, closed: false })
  await expect.poll(async () => (await device()).world.contacts).toEqual([4])
  const { happened } = await bench.call(getBench, {})
  expect(
    happened.filter(({ id }) => id.startsWith('contact')).map(({ id, values }) => [id, values]),
  ).toEqual([
    ['contactClosed', { port: 1 }],
    ['contactClosed', { port: 4 }],
    ['contactOpen', { port: 1 }],
  ])
})

test('contacts are part of snapshots', async () => {
  const { url, device } = await benchRig()
  const bench = createClient({ base: url })
  await bench.call(setPower, { action: 'on' })
  await device('/write?text=kept')
  await bench.call(setContact, { port: 2, closed: true })
  await bench.call(saveSnapshot, { name: 'shut' })
  await bench.call(setContact, { port: 2, closed: false })
  await bench.call(restoreSnapshot, { name: 'shut' })
  await expect.poll(async () => (await device()).world.contacts).toEqual([2])
})

test.each([0, 5, 1.5])('a contact at port %s is refused', async (port) => {
  const { url } = await benchRig()
  const bench = createClient({ base: url })
  await expect(bench.call(setContact, { port, closed: true })).rejects.toMatchObject({
    kind: 'refused',
  })
})
