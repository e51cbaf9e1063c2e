import { TOPICS } from '@lintel/contract/events'
import { productCalled } from '@lintel/contract/products/products'
import { expect, onTestFinished, test } from 'vitest'
import { accessPointService } from '../../services/access-points/access-points.ts'
import { openTestDevice } from '../../services/testing/test-device.ts'

const NOON = Date.UTC(2026, 10, 20, 12)

async function openController() {
  const device = await openTestDevice([accessPointService], NOON, productCalled('A1601'))
  onTestFinished(() => device.close())
  device.doorController?.credentials.put([
    { ...EMPTY, token: 'anna', IdData: [{ Name: 'Card', Value: 'C0DE1234' }] },
  ])
  const { reader } = device
  if (!reader) throw new Error('It has no reader.')
  const decisions: string[] = []
  device.events.subscribe(({ topic, data }) => {
    if (topic === TOPICS.access) decisions.push(`${data['AccessPoint']} ${data['Reason']}`)
  })
  const present = (uid: string, at?: number) =>
    reader.present({ type: 'UID/CSN', uid, contents: [] }, at)
  const active = () => [3, 4].map((port) => device.ioPorts.state(port).active)
  return { device, reader, decisions, present, active }
}

const EMPTY = { UserToken: '', Description: '', Enabled: true, Status: 'Enabled' } as const

test('each door has a reader of its own, which opens it', async () => {
  const { device, decisions, present, active } = await openController()
  present('C0DE1234', 2)
  expect(active()).toEqual([false, true])
  await device.clock.advance(5000)
  present('C0DE9999', 2)
  present('C0DE1234')
  expect(active()).toEqual([true, false])
  expect(decisions).toEqual(['Door 2 Granted', 'Door 2 CredentialNotFound', 'Door 1 Granted'])
  expect(() => present('C0DE1234', 3)).toThrow('There is no reader 3.')
})

test('the second reader stays with its own controller when the first one has another', async () => {
  const { device, reader, decisions, present, active } = await openController()
  const bits: unknown[] = []
  reader.subscribe((accepted) => bits.push(accepted))
  device.cardReader.update({ Protocol: 'Wiegand' })
  present('C0DE1234', 2)
  expect(active()).toEqual([false, true])
  present('C0DE1234')
  expect(active()).toEqual([false, true])
  expect(decisions).toEqual(['Door 2 Granted'])
  expect(bits).toMatchObject([{ reader: 2 }, { reader: 1 }])
})

test('a PIN belongs to the card at the same reader', async () => {
  const { device, reader, decisions, present, active } = await openController()
  device.doorController?.credentials.put([
    {
      ...EMPTY,
      token: 'mia',
      IdData: [
        { Name: 'Card', Value: 'C0DE7777' },
        { Name: 'PIN', Value: '2468' },
      ],
    },
  ])
  present('C0DE7777', 2)
  reader.enter('2468', true, 1)
  expect(active()).toEqual([false, false])
  reader.enter('2468', true, 2)
  expect(active()).toEqual([false, true])
  expect(decisions).toEqual(['Door 1 CredentialNotFound', 'Door 2 Granted'])
  expect(() => reader.enter('2468', true, 3)).toThrow('There is no reader 3.')
  const decided = device.benchLog.filter(([id]) => id.startsWith('access.'))
  expect(decided.map(([id, values]) => `${id} ${values['presented'] ?? ''}`.trim())).toEqual([
    'access.pin',
    'access.denied pin',
    'access.granted cardAndPin',
  ])
  expect(device.doorController?.denied()).toBeUndefined()
  // Nothing is late any more.
  await device.clock.advance(60_000)
  expect(decisions).toHaveLength(2)
})

test('a card that needs a PIN is denied when nobody types one, or when another card follows', async () => {
  const { device, decisions, present } = await openController()
  const parts = [
    { Name: 'Card' as const, Value: 'C0DE7777' },
    { Name: 'PIN' as const, Value: '2468' },
  ]
  device.doorController?.credentials.put([{ ...EMPTY, token: 'mia', IdData: parts }])
  const { pinTimeout } = device.cardReader.get().PinConfiguration
  present('C0DE7777')
  await device.clock.advance(pinTimeout * 1000 - 1)
  expect(decisions).toEqual([])
  await device.clock.advance(1)
  expect(decisions).toEqual(['Door 1 PinRequired'])
  present('C0DE7777')
  present('C0DE1234')
  expect(decisions.slice(1)).toEqual(['Door 1 PinRequired', 'Door 1 Granted'])
})

test('a door opens for the pulse of its relay, and one that is unlocked for good stays so', async () => {
  const { device, present, active } = await openController()
  device.parameters.set({
    'root.IOPort.I2.Output.Mode': 'monostable',
    'root.IOPort.I2.Output.PulseTime': 10_000,
  })
  present('C0DE1234')
  await device.clock.advance(9_999)
  expect(active()).toEqual([true, false])
  await device.clock.advance(1)
  expect(active()).toEqual([false, false])
  device.ioPorts.order(4, [{ active: true, wait: 0 }])
  present('C0DE1234', 2)
  await device.clock.advance(60_000)
  expect(active()).toEqual([false, true])
})

test('the log says which account opened a door', async () => {
  const { device } = await openController()
  device.doorController?.openedBy('root', 4)
  device.doorController?.openedBy('root', 1)
  expect(device.doorController?.accessLog.page({}).items).toMatchObject([
    { name: 'root', door: 'Door 2', presented: 'command', reason: 'Granted' },
  ])
})
