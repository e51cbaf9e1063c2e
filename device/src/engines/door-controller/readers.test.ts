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
  expect(decisions).toEqual(['Door 2 PinRequired', 'Door 1 CredentialNotFound', 'Door 2 Granted'])
  expect(() => reader.enter('2468', true, 3)).toThrow('There is no reader 3.')
  const decided = device.benchLog.filter(([id]) => id.startsWith('access.'))
  expect(decided.map(([, values]) => values['presented'])).toEqual(['card', 'pin', 'cardAndPin'])
})
