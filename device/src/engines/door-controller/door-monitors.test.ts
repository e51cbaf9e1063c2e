import { DOOR_TOPICS } from '@lintel/contract/doors'
import { productCalled } from '@lintel/contract/products/products'
import { expect, onTestFinished, test } from 'vitest'
import { accessPointService } from '../../services/access-points/access-points.ts'
import { openTestDevice } from '../../services/testing/test-device.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const HELD = 30_000

async function openController() {
  const device = await openTestDevice([accessPointService], NOON, productCalled('A1601'))
  onTestFinished(() => device.close())
  const told: string[] = []
  device.events.subscribe(({ topic, source, data }) => {
    if (topic !== DOOR_TOPICS.state && topic !== DOOR_TOPICS.alarm) return
    told.push(`${source['DoorToken']?.split(':')[1]} ${data['State']}`)
  })
  return {
    device,
    told: () => told.splice(0),
    log: () =>
      device.benchLog.flatMap(([id, values]) => (id.startsWith('door.') ? [[id, values]] : [])),
    /** Doors whose monitors are closed circuits. */
    open: (...contacts: number[]) => device.ioPorts.worldChanged({ contacts }),
    unlock: (milliseconds: number) =>
      device.ioPorts.order(3, [
        { active: true, wait: milliseconds },
        { active: false, wait: 0 },
      ]),
  }
}

test('a door that opens while it is locked is forced until it is closed', async () => {
  const { device, told, log, open } = await openController()
  const tokenOf = device.doorController?.doors[1]?.door
  expect(tokenOf).toMatch(/:door2$/)
  open(2)
  expect(told()).toEqual(['door2 Open', 'door2 DoorForcedOpen'])
  expect(log()).toEqual([
    ['door.opened', { door: 2 }],
    ['door.alarm', { door: 2, alarm: 'DoorForcedOpen' }],
  ])
  await device.clock.advance(HELD)
  expect(told()).toEqual([])
  open()
  expect(told()).toEqual(['door2 Closed', 'door2 Normal'])
  expect(log().slice(2)).toEqual([['door.closed', { door: 2 }]])
})

test('a door that was unlocked is held open if it isn’t closed in time', async () => {
  const { device, told, open, unlock } = await openController()
  unlock(5_000)
  open(1)
  expect(told()).toEqual(['door1 Open'])
  // The time begins when it is locked again.
  await device.clock.advance(5_000)
  await device.clock.advance(HELD - 1)
  expect(told()).toEqual([])
  await device.clock.advance(1)
  expect(told()).toEqual(['door1 DoorOpenTooLong'])
  open()
  expect(told()).toEqual(['door1 Closed', 'door1 Normal'])
  unlock(5_000)
  open(1)
  open()
  await device.clock.advance(2 * HELD)
  expect(told()).toEqual(['door1 Open', 'door1 Closed'])
})

test('nobody forces a door that is open as long as it is unlocked', async () => {
  const { device, told, open, unlock } = await openController()
  unlock(2 * HELD)
  open(1)
  await device.clock.advance(2 * HELD - 1)
  expect(told()).toEqual(['door1 Open'])
})

test('an input with a line of a Wiegand reader is no monitor', async () => {
  const { device, told, open } = await openController()
  const { WiegandConfiguration } = device.cardReader.get()
  device.cardReader.update({
    Protocol: 'Wiegand',
    WiegandConfiguration: { ...WiegandConfiguration, nbrOfLEDPins: 1, LED1Pin: 'I1' },
  })
  open(1, 2)
  expect(told()).toEqual(['door2 Open', 'door2 DoorForcedOpen'])
})

test('a client that subscribes later is told how the doors are', async () => {
  const { device, open } = await openController()
  open(1)
  const now = device.events.current().filter(({ topic }) => topic === DOOR_TOPICS.alarm)
  expect(now.map(({ data }) => data['State'])).toEqual(['DoorForcedOpen', 'Normal'])
})
