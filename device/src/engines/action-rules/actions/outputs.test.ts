import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../../../services/testing/test-device.ts'
import type { TestDevice } from '../../../services/testing/test-device.ts'
import { outputActions } from './outputs.ts'
import { settle, starterOf } from './testing/actions.ts'

let device: TestDevice
let start: ReturnType<typeof starterOf>

/** The output, as the template and as the port engine count it. */
const PORT = '2'
const OUTPUT = 3

beforeEach(async () => {
  device = await openTestDevice([])
  device.parameters.set({ 'root.IOPort.I2.Direction': 'output' })
  start = starterOf(new Map(outputActions(device)))
})
afterEach(() => device.close())

const isActive = () => device.ioPorts.state(OUTPUT).active
const pass = (milliseconds: number) => device.clock.advance(milliseconds)
const toggle = (duration: string, state = 'high') =>
  start('fixed.io.toggle', { port: PORT, state, duration })
const hold = (state = 'high') => start('unlimited.io.toggle', { port: PORT, state })

test('an output is switched on for a while, counted from its delay', async () => {
  device.parameters.set({ 'root.IOPort.I2.Output.DelayTime': 500 })
  const run = toggle('3')
  await settle()
  expect(isActive()).toBe(false)
  await pass(500)
  expect(isActive()).toBe(true)
  await pass(2900)
  expect([isActive(), run.isOver()]).toEqual([true, false])
  await pass(100)
  expect(isActive()).toBe(false)
  expect(await run.result).toBe('')
})

test('without a duration the output stays as it was switched', async () => {
  expect(await toggle('0').result).toBe('')
  expect(isActive()).toBe(true)
  expect(await toggle('0', 'low').result).toBe('')
  expect(isActive()).toBe(false)
})

test('a run that has to stop puts the output back at once', async () => {
  const run = toggle('60')
  await settle()
  expect(isActive()).toBe(true)
  run.end()
  await run.result
  expect(isActive()).toBe(false)
})

test('what somebody else has ordered since is not undone', async () => {
  const first = toggle('3')
  await pass(2000)
  const second = toggle('60')
  await pass(1000)
  await first.result
  expect(isActive()).toBe(true)
  first.end()
  expect(isActive()).toBe(true)
  await pass(20_000)
  device.ioPorts.order(OUTPUT, [{ active: true, wait: 0 }])
  await pass(39_000)
  await second.result
  expect(isActive()).toBe(true)
})

test('an output follows an event, into the opposite state when it ends', async () => {
  const run = hold()
  await pass(3_600_000)
  expect([isActive(), run.isOver()]).toEqual([true, false])
  run.end()
  await run.result
  expect(isActive()).toBe(false)
  const off = hold('low')
  await settle()
  expect(isActive()).toBe(false)
  off.end()
  await off.result
  expect(isActive()).toBe(true)
})

test('an output that several events hold is released by the last of them', async () => {
  const runs = [hold(), hold(), hold()]
  await settle()
  for (const [index, run] of [runs[1], runs[2], runs[0]].entries()) {
    expect(isActive(), String(index)).toBe(true)
    run?.end()
    await run?.result
  }
  expect(isActive()).toBe(false)
})

test('a pulse of an output that an event holds leaves it as the event wants it', async () => {
  const run = hold()
  const pulse = toggle('3')
  await pass(3000)
  await pulse.result
  expect(isActive()).toBe(true)
  const ended = toggle('60')
  await pass(1000)
  ended.end()
  await ended.result
  expect(isActive()).toBe(true)
  run.end()
  await run.result
  expect(isActive()).toBe(false)
})

test('an input, or a port that is not there, is not switched', async () => {
  device.parameters.set({ 'root.IOPort.I2.Direction': 'input' })
  expect(await hold().failure()).toEqual({ reason: 'notPossible', detail: 'Port 3 is an input.' })
  for (const port of ['99', '', '-1', '0.5']) {
    const run = start('fixed.io.toggle', { port, state: 'high', duration: '0' })
    expect((await run.failure())?.reason, port).toBe('notFound')
  }
})

test('an output that becomes an input meanwhile makes no run fail', async () => {
  const run = hold()
  await settle()
  device.parameters.set({ 'root.IOPort.I2.Direction': 'input' })
  run.end()
  expect(await run.result).toBe('')
})

test('a door opens for as long as the rule says, whatever the pulse of its output', async () => {
  device.parameters.set({
    'root.IOPort.I2.Output.Mode': 'monostable',
    'root.IOPort.I2.Output.PulseTime': 2000,
  })
  const run = toggle('7')
  await pass(6900)
  expect([isActive(), run.isOver()]).toEqual([true, false])
  await pass(100)
  expect(isActive()).toBe(false)
  await run.result
  const held = hold()
  await pass(60_000)
  expect(isActive()).toBe(true)
  held.end()
  await held.result
  expect(isActive()).toBe(false)
})
