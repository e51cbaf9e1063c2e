import { expect, test } from 'vitest'
import { fakeTime } from '../testing/fake-time.ts'
import { createProof } from './proof.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

function setUp() {
  const time = fakeTime()
  const device = { works: false as boolean | undefined, asked: 0 }
  const outcomes: string[] = []
  const proof = createProof({
    time,
    async works() {
      device.asked += 1
      return Promise.resolve(device.works)
    },
    proved: () => outcomes.push('proved'),
    failed: () => outcomes.push('failed'),
  })
  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      time.pass(1000)
      await settled()
    }
  }
  return { proof, device, outcomes, pass, time }
}

test('firmware that works after 10 s is proved, once', async () => {
  const { proof, device, outcomes, pass } = setUp()
  device.works = true
  proof.start()
  await pass(9)
  expect(device.asked).toBe(0)
  await pass(100)
  expect([outcomes, device.asked]).toEqual([['proved'], 1])
})

test('firmware may take a minute, then it has failed (MAINT-12)', async () => {
  const late = setUp()
  late.proof.start()
  await late.pass(59)
  late.device.works = true
  await late.pass(1)
  expect(late.outcomes).toEqual(['proved'])
  const never = setUp()
  never.proof.start()
  await never.pass(59)
  expect(never.outcomes).toEqual([])
  await never.pass(100)
  expect(never.outcomes).toEqual(['failed'])
})

test('while it can’t be told, neither is decided', async () => {
  const { proof, device, outcomes, pass } = setUp()
  device.works = undefined
  proof.start()
  await pass(600)
  expect(outcomes).toEqual([])
  device.works = false
  await pass(50)
  expect(outcomes).toEqual([])
  await pass(10)
  expect(outcomes).toEqual(['failed'])
})

test('the answer of a device that is down by then does not count', async () => {
  const { proof, device, outcomes, pass, time } = setUp()
  device.works = true
  proof.start()
  time.pass(10_000)
  proof.stop()
  await pass(100)
  expect([outcomes, device.asked]).toEqual([[], 1])
})
