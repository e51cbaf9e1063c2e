import { TOPICS } from '@lintel/contract/events'
import { productCalled } from '@lintel/contract/products/products'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import { servicesOf } from '../services.ts'
import { accessPointService } from './access-points.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const CONTROLLER = 'Axis-accc8e012345 AccessController'
const READER = 'Axis-accc8e012345:reader1'

async function openController() {
  const device = await openTestDevice([accessPointService], NOON, productCalled('A1601'))
  onTestFinished(() => device.close())
  device.makeAccounts()
  const ask = (operation: string, parameters: object = {}) =>
    device.json('/vapix/pacs', { [`pacsaxis:${operation}`]: parameters }, 'root')
  const request = (IdData: Record<string, string>, others: object = {}) =>
    ask('RequestAccess', {
      Action: 'Access',
      IdData: Object.entries(IdData).map(([Name, Value]) => ({ Name, Value })),
      SourceToken: READER,
      TargetToken: '',
      Token: CONTROLLER,
      ...others,
    })
  const add = async (credential: object) =>
    (await ask('SetCredential', { Credential: [credential] })) as { Token: string[] }
  return { device, ask, request, add }
}

const GRANTED = { AccessGranted: true, Reason: 'Granted' }
const DENIED = { AccessGranted: false, Reason: 'InvalidCredential' }
const card = (Value: string) => ({ IdData: [{ Name: 'Card', Value }] })

test('only door controllers have the access control service', () => {
  expect(servicesOf(productCalled('A1601'))).toContain(accessPointService)
  for (const product of ['A8207-VE', 'C1310-E', 'A8105-E']) {
    expect(servicesOf(productCalled(product))).not.toContain(accessPointService)
  }
})

test('the controller has one access point for each of its relays', async () => {
  const { ask } = await openController()
  expect(await ask('GetAccessControllerList')).toEqual({
    AccessController: [
      {
        token: CONTROLLER,
        Name: CONTROLLER,
        Description: '',
        AccessPoint: ['Axis-accc8e012345:point1', 'Axis-accc8e012345:point2'],
      },
    ],
  })
  // The members of the public example.
  const { AccessPoint } = (await ask('GetAccessPointList')) as { AccessPoint: object[] }
  expect(AccessPoint).toHaveLength(2)
  expect(AccessPoint[1]).toEqual({
    token: 'Axis-accc8e012345:point2',
    Name: 'Door 2',
    Description: '',
    AreaFrom: '',
    AreaTo: '',
    EntityType: 'axtdc:Door',
    Entity: 'Axis-accc8e012345:door2',
    Enabled: true,
    DoorDeviceUUID: '',
    IdPointDevice: [{ IdPoint: 'Axis-accc8e012345:reader2', DeviceUUID: '' }],
    AuthenticationProfile: [],
    Attribute: [],
    ActionArgument: [],
    Action: 'Access',
  })
})

test('it knows no card until one is added, and none any more once that is removed', async () => {
  const { ask, request, add } = await openController()
  expect(await request({ Card: '12345678' })).toEqual(DENIED)
  const { Token } = await add(card('12345678'))
  expect(Token).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(await request({ Card: '12345678' })).toEqual(GRANTED)
  // With the number that a reader adds, and in either case.
  await add({ token: 'lower', ...card('c0de') })
  expect(await request({ Card: 'C0DE', CardNr: '7' })).toEqual(GRANTED)
  expect(await request({ Card: '0012345678' })).toEqual(DENIED)
  expect(await request({ PIN: '12345678' })).toEqual(DENIED)
  expect(await ask('RemoveCredential', { Token: [...Token, 'unknown'] })).toEqual({})
  expect(await request({ Card: '12345678' })).toEqual(DENIED)
  expect(await request({ Card: 'C0DE' })).toEqual(GRANTED)
})

test('a card with a PIN takes both', async () => {
  const { request, add } = await openController()
  await add({
    IdData: [
      { Name: 'Card', Value: '12345678' },
      { Name: 'PIN', Value: '1234' },
    ],
  })
  expect(await request({ Card: '12345678' })).toEqual(DENIED)
  expect(await request({ PIN: '1234' })).toEqual(DENIED)
  expect(await request({ Card: '12345678', PIN: '4321' })).toEqual(DENIED)
  expect(await request({ Card: '12345678', PIN: '1234' })).toEqual(GRANTED)
})

test('the list tells who has which card, and of a PIN only that there is one', async () => {
  const { ask, request, add } = await openController()
  const both = (PIN: string) => ({
    token: 'ada',
    Description: 'Ada',
    IdData: [
      { Name: 'Card', Value: '12345678' },
      { Name: 'PIN', Value: PIN },
    ],
  })
  await add(both('1234'))
  const list = async () => ((await ask('GetCredentialList')) as { Credential: object[] }).Credential
  expect(await list()).toEqual([{ ...both(''), UserToken: '', Enabled: true, Status: 'Enabled' }])
  // What the list returns can be stored again.
  await add({ ...both(''), Description: 'Ada Byron' })
  expect(await list()).toMatchObject([{ Description: 'Ada Byron' }])
  expect(await request({ Card: '12345678', PIN: '1234' })).toEqual(GRANTED)
  expect(await request({ Card: '12345678' })).toEqual(DENIED)
  expect(await add({ ...both(''), token: 'other' })).toMatchObject({ Fault: 'env:Sender' })
  expect(await list()).toHaveLength(1)
})

test('the last denied card can be read, to add it, and consoles are told of both', async () => {
  const { device, request, add } = await openController()
  const told: string[] = []
  device.events.subscribe(({ topic, data }) => {
    if (topic === TOPICS.changed) told.push(String(data['Area']))
  })
  const denied = async () =>
    JSON.parse(await device.text('/lintel/access/denied-card', { as: 'root' })) as unknown
  expect(await denied()).toEqual({})
  await request({ Card: '12345678' }, { SourceToken: 'Axis-accc8e012345:reader2' })
  const last = { card: '12345678', at: '2026-11-20T12:00:00.000Z', door: 'Door 2' }
  expect(await denied()).toEqual({ denied: last })
  expect(told).toEqual(['credentials', 'access'])
  await request({ PIN: '1234' })
  expect(await denied()).toEqual({ denied: last })
  await add(card('12345678'))
  expect(told).toEqual(['credentials', 'access', 'access', 'credentials'])
})

test.each([
  ['disabled', { Enabled: false }],
  ['disabled by status', { Status: 'Disabled' }],
  ['not valid yet', { ValidFrom: '2026-11-20T12:00:01Z' }],
  ['no longer valid', { ValidTo: '2026-11-20T11:59:59Z' }],
])('a card that is %s opens nothing', async (_, limit) => {
  const { request, add } = await openController()
  const window = { ValidFrom: '1997-01-01T00:00:00Z', ValidTo: '2038-01-01T00:00:00Z' }
  const { Token } = await add({ ...card('1234'), ...window, Enabled: true, Status: 'Enabled' })
  expect(await request({ Card: '1234' })).toEqual(GRANTED)
  await add({ token: Token[0], ...card('1234'), ...window, ...limit })
  expect(await request({ Card: '1234' })).toEqual(DENIED)
})

test('limits that the controller does not know are refused and not ignored', async () => {
  const { request, add } = await openController()
  for (const limit of [
    { CredentialAccessProfile: [{ AccessProfile: 'office' }] },
    { AuthenticationProfile: ['CardPlusPin'] },
    { AntipassbackExempted: false },
    { IdData: [] },
    { IdData: [...card('1').IdData, ...card('2').IdData] },
  ]) {
    expect(await add({ ...card('1234'), ...limit })).toMatchObject({ Fault: 'env:Sender' })
  }
  expect(await request({ Card: '1234' })).toEqual(DENIED)
})

test('a grant switches the relay of that door for five seconds, a denial none', async () => {
  const { device, request, add } = await openController()
  await add(card('1234'))
  const active = () => [3, 4].map((port) => device.ioPorts.state(port).active)
  await request({ Card: '9999' })
  expect(active()).toEqual([false, false])
  await request({ Card: '1234' }, { SourceToken: 'Axis-accc8e012345:reader2' })
  expect(active()).toEqual([false, true])
  await device.clock.advance(4999)
  expect(active()).toEqual([false, true])
  await device.clock.advance(1)
  expect(active()).toEqual([false, false])
})

test('its own reader opens the first door for those whom it knows, unless another controller decides', async () => {
  const { device, ask, add } = await openController()
  const { reader } = device
  const active = () => [3, 4].map((port) => device.ioPorts.state(port).active)
  const present = (uid: string) => reader?.present({ type: 'UID/CSN', uid, contents: [] })
  const decisions: string[] = []
  device.events.subscribe(({ topic, data }) => {
    if (topic === TOPICS.access) decisions.push(`${data['AccessPoint']} ${data['Reason']}`)
  })
  present('C0DE1234')
  expect(active()).toEqual([false, false])
  await add(card('C0DE1234'))
  present('C0DE1234')
  expect(active()).toEqual([true, false])
  await device.clock.advance(5000)
  expect(active()).toEqual([false, false])
  await ask('SetCredential', {
    Credential: [
      {
        IdData: [
          { Name: 'Card', Value: 'C0DE9999' },
          { Name: 'PIN', Value: '1234' },
        ],
      },
    ],
  })
  present('C0DE9999')
  expect(active()).toEqual([false, false])
  reader?.enter('1234', true)
  expect(active()).toEqual([true, false])
  await device.clock.advance(5000)
  device.cardReader.update({ Protocol: 'OSDP' })
  present('C0DE1234')
  expect(active()).toEqual([false, false])
  expect(decisions).toEqual(['Door 1 CredentialNotFound', 'Door 1 Granted', 'Door 1 Granted'])
})

test('readers, doors, controllers and actions that there are not are refused', async () => {
  const { device, request, add } = await openController()
  await add(card('1234'))
  for (const wrong of [
    { SourceToken: 'elsewhere' },
    { TargetToken: 'Axis-accc8e012345:door2' },
    { Token: 'other' },
    { Action: 'Unlock' },
  ]) {
    expect(await request({ Card: '1234' }, wrong)).toMatchObject({ Fault: 'env:Sender' })
  }
  expect(device.ioPorts.state(3).active).toBe(false)
  const own = await request({ Card: '1234' }, { TargetToken: 'Axis-accc8e012345:door1' })
  expect(own).toEqual(GRANTED)
})

test('cards and PINs are not readable in the database, and there is room for a thousand', async () => {
  const { device, ask, add } = await openController()
  await add(card('C0DE1234FACE'))
  const row = device.database.get("SELECT value FROM records WHERE name = 'credentials'")
  expect(String(row?.['value'])).toContain('sealed')
  expect(String(row?.['value'])).not.toContain('C0DE1234FACE')
  const many = (from: number) =>
    Array.from({ length: 100 }, (_, index) => ({ token: `c${from + index}`, ...card('1') }))
  for (let from = 0; from < 900; from += 100) await ask('SetCredential', { Credential: many(from) })
  expect(await ask('SetCredential', { Credential: many(900) })).toMatchObject({
    FaultMsg: 'There can be at most 1000 credentials.',
  })
  expect(await ask('SetCredential', { Credential: many(900).slice(1) })).not.toHaveProperty('Fault')
})

test.each([
  ['when it begins', '2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z'],
  ['before it begins', '2026-11-20T12:00:00Z', '2026-11-20T11:59:59Z'],
  ['before it begins, in another time zone', '2026-11-20T12:00:00Z', '2026-11-20T12:30:00+01:00'],
])(
  'a credential that ends %s is refused, and nothing is stored',
  async (_when, ValidFrom, ValidTo) => {
    const { ask, add } = await openController()
    await add({ token: 'ada', ...card('12345678') })
    const before = await ask('GetCredentialList')
    const answer = await ask('SetCredential', {
      Credential: [
        { token: 'new', ...card('87654321') },
        { token: 'ada', ...card('12345678'), ValidFrom, ValidTo },
      ],
    })
    expect(answer).toEqual({
      Fault: 'env:Sender',
      FaultCode: 'ter:InvalidArgVal',
      FaultSubCode: null,
      FaultReason: 'Argument value invalid',
      FaultMsg: "Parameter 'Credential.1.ValidTo' is not valid.",
    })
    expect(await ask('GetCredentialList')).toEqual(before)
  },
)

test('a credential that ends a second after it begins is stored', async () => {
  const { add } = await openController()
  const dates = { ValidFrom: '2026-11-20T12:00:00Z', ValidTo: '2026-11-20T12:00:01Z' }
  expect(await add({ token: 'ada', ...card('12345678'), ...dates })).toEqual({ Token: ['ada'] })
  expect(await add({ token: 'bob', ...card('1234'), ValidTo: dates.ValidFrom })).toEqual({
    Token: ['bob'],
  })
})
