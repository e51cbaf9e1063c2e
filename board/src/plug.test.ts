import type { FaultSwitch, ToDevice } from '@lintel/contract/wire'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { expect, test } from 'vitest'
import { createPlug } from './plug.ts'
import type { Switches } from './plug.ts'
import { fakeTime } from './testing/fake-time.ts'
import { openWire } from './wire.ts'

const OLD: FaultSwitch = { call: 'date', fault: 'drop', times: 2 }
const NEW: FaultSwitch = { call: 'pwdgrp', fault: 'drop', times: 2 }
const left = (fault: FaultSwitch, times: number) => [{ ...fault, times }]

/** A plug with a device that runs and has received everything. */
function setUp() {
  const sent: ToDevice[] = []
  const wire = openWire(
    (message) => void sent.push(message),
    () => expect.unreachable(),
    fakeTime(),
  )
  const switches: Switches = { faults: [OLD], persona: 'own' }
  const state = { product: 'A8307-E', serial: '', clockOffset: 0, world: PLAIN_WORLD }
  const plug = createPlug(
    {
      hardware: { state: () => state },
      ports: { http: 1, https: 2, bench: 3, sip: 4, snmp: 5, rtsp: 6 },
      address: '127.0.0.1',
      bootSeconds: 0,
      dataFolder: '/nowhere',
      log: { file: '' },
    },
    { stateFolder: () => '', firmware: () => ({}) } as never,
    switches,
    () => wire,
  )
  plug.plugged('power', { deviceEntry: '', consoleFolder: '', pagesFolder: '' })
  /** The device handles everything that was sent so far. */
  const confirm = async () => {
    for (const message of sent.splice(0)) {
      if ('ask' in message) wire.received({ type: 'done', ask: message.ask })
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { plug, switches, sent, confirm }
}

test('a used fault switch counts down', () => {
  const { plug, switches, sent } = setUp()
  plug.faultsLeft(left(OLD, 1))
  expect(switches.faults).toEqual(left(OLD, 1))
  // The device knows already.
  plug.update()
  expect(sent).toEqual([])
})

test('a report about earlier fault switches does not replace the new ones', async () => {
  const { plug, switches, confirm } = setUp()
  switches.faults = [NEW]
  plug.update()
  plug.faultsLeft(left(OLD, 1))
  expect(switches.faults).toEqual([NEW])
  await confirm()
  plug.faultsLeft(left(NEW, 1))
  expect(switches.faults).toEqual(left(NEW, 1))
})
