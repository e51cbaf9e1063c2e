import { TOPICS } from '@lintel/contract/events'
import { expect, test } from 'vitest'
import type { CallStatus } from '../../engines/sip/types.ts'
import { openSipDevice } from '../testing/sip-device.ts'

type Open = Awaited<ReturnType<typeof openSipDevice>>
interface Trigger {
  id: string
  version: string
}

const DOOR = { name: 'Door', code: '*12', account: 'sip_account_0', port: 3, pulse: 5000 }

const send = ({ device }: Open, path: string, body: object) =>
  device.fetch(`/lintel/dtmf-triggers${path}`, {
    as: 'root',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const add = async (open: Open, trigger: object = DOOR) =>
  (await (await send(open, '', trigger)).json()) as Trigger
const list = async ({ device }: Open, query = '') =>
  (await (await device.fetch(`/lintel/dtmf-triggers${query}`, { as: 'root' })).json()) as {
    items: object[]
    total: number
  }
const isOpen = ({ device }: Open) => device.ioPorts.state(3).active

test('configurations are set alone or together, and removed (DEVICE-91, DEVICE-92, DEVICE-93)', async () => {
  const { ask, fault } = await openSipDevice()
  const one = { Name: 'Limited', RFC2833: true, RFC2976: false, DTMFTriggerId: '', Future: 1 }
  expect(await ask('SetDTMFConfiguration', { DTMFConfiguration: one })).toEqual({
    DTMFConfigurationId: 'dtmf_configuration_1',
  })
  expect(
    await ask('GetDTMFConfiguration', { DTMFConfigurationId: 'dtmf_configuration_1' }),
  ).toEqual({ DTMFConfiguration: { ...one, Id: 'dtmf_configuration_1', DTMFTriggerId: [] } })
  expect(
    await ask('SetDTMFConfigurations', {
      DTMFConfiguration: [{ Id: 'dtmf_configuration_1', Name: 'Full' }, { Name: 'Other' }],
    }),
  ).toEqual({ DTMFConfigurationId: ['dtmf_configuration_1', 'dtmf_configuration_2'] })
  expect(await ask('RemoveDTMFConfiguration', { DTMFConfigurationId: 'none' })).toEqual({})
  await ask('RemoveDTMFConfigurations', {
    DTMFConfigurationId: ['dtmf_configuration_1', 'dtmf_configuration_2'],
  })
  expect((await ask('GetDTMFConfigurations'))['DTMFConfiguration']).toHaveLength(1)
  expect(
    await fault('RemoveDTMFConfiguration', { DTMFConfigurationId: 'dtmf_configuration_0' }),
  ).toBe('A SIP account has this DTMF configuration.')
  await fault('SetDTMFConfiguration', { DTMFConfiguration: { Name: ' ' } })
  await fault('SetDTMFConfiguration', { DTMFConfiguration: { Name: 'a', DTMFTriggerId: ['9'] } })
})

test('a code for every account works in all calls, also of accounts that are new', async () => {
  const open = await openSipDevice()
  await add(open, { ...DOOR, account: '*' })
  const SIPAccount = { Name: 'Desk', UserId: 'desk', Registrar: 'pbx.example.com' }
  const SIPAccountId = String((await open.ask('SetSIPAccount', { SIPAccount }))['SIPAccountId'])
  open.agent.happens({ callId: 'In-1', accountId: SIPAccountId, state: 'active' })
  open.agent.enters('In-1', '*12')
  expect(isOpen(open)).toBe(true)
  await open.ask('RemoveSIPAccount', { SIPAccountId })
  expect((await list(open)).total).toBe(1)
})

test('an account takes keys as its configuration says (DTMF-02)', async () => {
  const { ask, agent } = await openSipDevice()
  const dtmf = () => agent.configured?.accounts[0]?.dtmf
  expect(dtmf()).toEqual({ rfc2833: true, info: true })
  const DTMFConfiguration = { Id: 'dtmf_configuration_0', Name: 'P2P', RFC2833: false }
  await ask('SetDTMFConfiguration', { DTMFConfiguration })
  expect(dtmf()).toEqual({ rfc2833: false, info: true })
})

test('a code opens the door for the length of its pulse, and is announced', async () => {
  const open = await openSipDevice()
  const { device, agent } = open
  const { id } = await add(open)
  const heard: unknown[] = []
  device.events.subscribe(({ topic, source, data }) => {
    if (topic === TOPICS.dtmf) heard.push({ source, data })
  })
  agent.happens({ callId: 'In-1', state: 'active', answered: 0 })
  agent.enters('In-1', '1*1')
  expect([isOpen(open), heard]).toEqual([false, []])
  agent.enters('In-1', '2')
  expect(isOpen(open)).toBe(true)
  expect(heard).toEqual([{ source: { DTMFEventId: id }, data: { CallId: 'In-1' } }])
  await device.clock.advance(4999)
  expect(isOpen(open)).toBe(true)
  await device.clock.advance(1)
  expect(isOpen(open)).toBe(false)
  expect(device.benchLog).toContainEqual(['call.trigger', { name: 'Door', port: 3 }])
  expect(JSON.stringify(device.benchLog)).not.toContain('*12')
})

test('a trigger works for its account and for those whose configuration names it, no others', async () => {
  const open = await openSipDevice()
  const { agent, ask } = open
  const { id } = await add(open, { ...DOOR, account: '' })
  agent.happens({ callId: 'In-1', state: 'active', answered: 0 })
  agent.enters('In-1', '*12')
  expect(isOpen(open)).toBe(false)
  const DTMFConfiguration = { Id: 'dtmf_configuration_0', Name: 'P2P', DTMFTriggerId: [id] }
  await ask('SetDTMFConfiguration', { DTMFConfiguration })
  await ask('SetSIPAccount', { SIPAccount: { UserId: 'other' } })
  agent.happens({ callId: 'In-2', state: 'active', answered: 0, accountId: 'sip_account_1' })
  agent.enters('In-2', '*12')
  expect(isOpen(open)).toBe(false)
  agent.enters('In-1', '*12')
  expect(isOpen(open)).toBe(true)
})

test('whoever tries all codes, in however many calls, is not heard for five minutes', async () => {
  const open = await openSipDevice()
  const { device, agent } = open
  const { clock, events } = device
  await add(open)
  const heard: unknown[] = []
  events.subscribe(({ topic, data }) => {
    if (topic === TOPICS.keysIgnored) heard.push(data)
  })
  let calls = 0
  const enter = (keys: string, call: Partial<CallStatus> = {}) => {
    calls += 1
    agent.happens({ callId: `${calls}`, state: 'active', answered: 0, ...call })
    agent.enters(`${calls}`, keys)
    agent.happens({ callId: `${calls}`, state: 'terminated' })
  }
  for (let tried = 0; tried < 8; tried += 1) enter('0000')
  enter('*12')
  expect(isOpen(open)).toBe(false)
  // A phone that the device calls has nothing to do with who calls it under its name.
  enter('*12', { direction: 'outgoing' })
  expect(isOpen(open)).toBe(true)
  await clock.advance(5000)
  await clock.advance(285_000)
  enter('*12')
  expect(isOpen(open)).toBe(false)
  await clock.advance(10_000)
  enter('*12')
  expect(isOpen(open)).toBe(true)
  const remote = 'sip:6001@192.0.2.1'
  expect(heard).toEqual([{ RemoteURI: remote, Callers: 'own', Seconds: '300' }])
  expect(device.benchLog).toContainEqual(['call.guessing', { remote, whose: 'own', minutes: 5 }])
})

test('keys count neither before there are codes nor after a pause of which they were the last', async () => {
  const open = await openSipDevice()
  const { device, agent } = open
  agent.happens({ callId: 'In-1', state: 'active', answered: 0 })
  agent.enters('In-1', '0'.repeat(40))
  await add(open)
  agent.enters('In-1', '*12')
  expect(isOpen(open)).toBe(true)
  await device.clock.advance(5000)
  agent.enters('In-1', `${'0'.repeat(30)}*1`)
  await device.clock.advance(300_000)
  agent.enters('In-1', '2')
  expect(isOpen(open)).toBe(false)
  agent.enters('In-1', '*12')
  expect(isOpen(open)).toBe(true)
})

test('triggers are listed, changed with their version, and removed with their references', async () => {
  const open = await openSipDevice()
  const { ask } = open
  const { id, version } = await add(open)
  expect(await list(open, '?filter=door&sort=name')).toMatchObject({
    items: [{ ...DOOR, id, version }],
    total: 1,
  })
  const changed = await send(open, '/update', { ...DOOR, id, version, code: '99' })
  expect(changed.status).toBe(200)
  expect((await send(open, '/update', { ...DOOR, id, version })).status).toBe(412)
  expect((await send(open, '/remove', { id, version })).status).toBe(412)
  const DTMFConfiguration = { Id: 'dtmf_configuration_0', Name: 'P2P', DTMFTriggerId: [id] }
  await ask('SetDTMFConfiguration', { DTMFConfiguration })
  const { version: now } = (await changed.json()) as Trigger
  expect((await send(open, '/remove', { id, version: now })).status).toBe(200)
  expect((await list(open)).total).toBe(0)
  expect(await ask('GetDTMFConfigurations')).toMatchObject({
    DTMFConfiguration: [{ DTMFTriggerId: [] }],
  })
})

test.each<[string, object]>([
  ['a code in use', {}],
  ['an empty code', { code: '' }],
  ['letters that no phone has', { code: '12E' }],
  ['an input', { code: '5', port: 1 }],
  ['a port that there is not', { code: '5', port: 9 }],
  ['an unknown account', { code: '5', account: 'x' }],
  ['a very short pulse', { code: '5', pulse: 99 }],
])('%s is refused', async (_what, change) => {
  const open = await openSipDevice()
  await add(open)
  expect((await send(open, '', { ...DOOR, ...change })).status).toBe(400)
  expect((await list(open)).total).toBe(1)
})

test('a code that could not be entered because another one acts first is refused, however it comes about', async () => {
  const open = await openSipDevice()
  const { ask, fault } = open
  const { id, version } = await add(open)
  const longer = { ...DOOR, name: 'Gate', code: '*123' }
  const refused = await send(open, '', longer)
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('it contains that of Door, which acts first'),
  ])
  expect((await send(open, '', { ...longer, code: '1' })).status).toBe(400)
  // At its end the other one does no harm, and neither does it in calls of another account.
  const other = await add(open, { ...longer, code: '0*12' })
  await ask('SetSIPAccount', { SIPAccount: { UserId: 'gate' } })
  const elsewhere = await add(open, { ...longer, account: 'sip_account_1' })
  const update = { ...elsewhere, account: 'sip_account_0' }
  expect((await send(open, '/update', update)).status).toBe(400)
  // By a configuration, and by an account that gets it.
  const Id = 'own'
  const DTMFConfiguration = { Id, Name: 'Own', DTMFTriggerId: [elsewhere.id] }
  await ask('SetDTMFConfiguration', { DTMFConfiguration })
  const both = { ...DTMFConfiguration, DTMFTriggerId: [elsewhere.id, id] }
  expect(await fault('SetDTMFConfiguration', { DTMFConfiguration: both })).toContain('acts first')
  await fault('SetDTMFConfigurations', { DTMFConfiguration: [both] })
  const SIPAccount = { Id: 'sip_account_0', UserId: 'p', DTMFConfigurationId: Id }
  expect(await fault('SetSIPAccount', { SIPAccount })).toContain('acts first')
  await fault('SetSIPAccounts', { SIPAccount: [SIPAccount] })
  expect(await ask('GetSIPAccount', { SIPAccountId: 'sip_account_0' })).toMatchObject({
    SIPAccount: { UserId: 'peer-to-peer', DTMFConfigurationId: 'dtmf_configuration_0' },
  })
  expect((await send(open, '/remove', { id, version })).status).toBe(200)
  await ask('SetSIPAccount', { SIPAccount })
  expect((await list(open)).items).toMatchObject([{ id: other.id }, { id: elsewhere.id }])
})

test('codes that clashed before they were checked don’t keep others from being changed', async () => {
  const open = await openSipDevice()
  const door = await add(open)
  open.device.dtmfTriggers.add({ ...DOOR, name: 'Old', code: '*123' })
  expect((await send(open, '/update', { ...DOOR, ...door, pulse: 1000 })).status).toBe(200)
  expect((await send(open, '', { ...DOOR, code: '9' })).status).toBe(200)
})

test('the triggers of an account go with it', async () => {
  const open = await openSipDevice()
  await open.ask('SetSIPAccount', { SIPAccount: { UserId: 'other' } })
  await add(open, { ...DOOR, account: 'sip_account_1' })
  await add(open, { ...DOOR, code: '7' })
  await open.ask('RemoveSIPAccount', { SIPAccountId: 'sip_account_1' })
  expect(await list(open)).toMatchObject({ items: [{ code: '7' }], total: 1 })
})
