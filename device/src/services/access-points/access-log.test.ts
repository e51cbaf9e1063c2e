import { productCalled } from '@lintel/contract/products/products'
import { expect, onTestFinished, test } from 'vitest'
import { openAccessLog } from '../../state/access-log.ts'
import { openTestDevice } from '../testing/test-device.ts'
import { accessPointService } from './access-points.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const CONTROLLER = 'Axis-accc8e012345 AccessController'

async function openController() {
  const device = await openTestDevice([accessPointService], NOON, productCalled('A1601'))
  onTestFinished(() => device.close())
  device.makeAccounts()
  const ask = (operation: string, parameters: object) =>
    device.json('/vapix/pacs', { [`pacsaxis:${operation}`]: parameters }, 'root')
  const add = (Description: string, Card: string) =>
    ask('SetCredential', {
      Credential: [{ Description, IdData: [{ Name: 'Card', Value: Card }] }],
    })
  const present = (Value: string, reader = 1) =>
    ask('RequestAccess', {
      IdData: [{ Name: 'Card', Value }],
      SourceToken: `Axis-accc8e012345:reader${reader}`,
      Token: CONTROLLER,
    })
  const list = async (query = '') => {
    const answer = await device.fetch(`/lintel/access/log${query}`, { as: 'root' })
    return (await answer.json()) as { items: Record<string, string>[]; total: number }
  }
  return { device, add, present, list }
}

test('the log says who opened which door, and why nobody did, without the number of a card', async () => {
  const { device, add, present, list } = await openController()
  const changed: (string | undefined)[] = []
  device.events.subscribe(({ data }) => changed.push(data['Area']))
  await add('Ada', 'C0DE1234')
  await present('c0de1234')
  await device.clock.advance(1000)
  await present('c0de5678', 2)
  expect((await list('?sort=at&descending=true')).items).toMatchObject([
    {
      at: '2026-11-20T12:00:01.000Z',
      door: 'Door 2',
      name: '',
      presented: 'card',
      cardEnd: '5678',
      reason: 'CredentialNotFound',
    },
    {
      at: '2026-11-20T12:00:00.000Z',
      door: 'Door 1',
      name: 'Ada',
      presented: 'card',
      cardEnd: '1234',
      reason: 'Granted',
    },
  ])
  expect(changed).toContain('access')
  expect((await list('?filter=ADA')).total).toBe(1)
  expect(JSON.stringify(await list())).not.toMatch(/c0de/i)
  const csv = await device.text('/lintel/access/log.csv?filter=ada', { as: 'root' })
  expect(csv).toBe(
    'at,name,presented,cardEnd,door,reason\r\n2026-11-20T12:00:00.000Z,Ada,card,1234,Door 1,Granted\r\n',
  )
})

test('the name is that of the time, and clearing deletes all', async () => {
  const { device, add, present, list } = await openController()
  await add('Ada', 'C0DE1234')
  await present('c0de1234')
  const clear = await device.fetch('/lintel/access/log/clear', { as: 'root', method: 'POST' })
  expect(clear.status).toBe(200)
  expect((await list()).total).toBe(0)
})

test('a full disk keeps nobody out', async () => {
  const { device, add, present, list } = await openController()
  await add('Ada', 'C0DE1234')
  device.fillDisk(true)
  expect(await present('C0DE1234')).toMatchObject({ AccessGranted: true })
  device.fillDisk(false)
  expect((await list()).total).toBe(0)
})

test('the oldest decisions are dropped', async () => {
  const { device } = await openController()
  const log = openAccessLog(device.database, 2)
  for (const name of ['Ada', 'Ben', 'Cy']) {
    const access = { at: '2026-11-20T12:00:00.000Z', door: 'Door 1', cardEnd: '' } as const
    log.add({ ...access, name, presented: 'pin', reason: 'Granted' })
  }
  expect(log.page({ sort: 'at' }).items.map(({ name }) => name)).toEqual(['Ben', 'Cy'])
})
