import { TOPICS } from '@lintel/contract/events'
import { expect, test } from 'vitest'
import { openSipDevice } from '../testing/sip-device.ts'

type Open = Awaited<ReturnType<typeof openSipDevice>>
type Account = Record<string, unknown> & { Id: string; IsDefault: boolean }

const accounts = async ({ ask }: Open) =>
  (await ask('GetSIPAccounts'))['SIPAccount'] as unknown as Account[]
const set = async ({ ask }: Open, SIPAccount: object) =>
  (await ask('SetSIPAccount', { SIPAccount }))['SIPAccountId'] as unknown as string
const defaults = async (open: Open) =>
  (await accounts(open)).filter(({ IsDefault }) => IsDefault).map(({ Id }) => Id)

const REGISTERED = {
  UserId: '6001',
  Password: 'secure',
  Registrar: '192.168.0.1',
  PublicDomain: 'example.axis.com',
}

test('the factory has one account for peer-to-peer calls, with its DTMF configuration (DEVICE-85, DEVICE-90)', async () => {
  const open = await openSipDevice()
  const [account, ...others] = await accounts(open)
  expect(others).toEqual([])
  expect(account).toMatchObject({
    Id: 'sip_account_0',
    Enabled: true,
    IsDefault: true,
    UserId: 'peer-to-peer',
    Password: null,
    Registrar: null,
    PublicDomain: null,
    Transport: 'udp',
    MediaEncryption: 'None',
    AutoAnswerEnabled: true,
    DTMFConfigurationId: 'dtmf_configuration_0',
  })
  expect(await open.ask('GetDTMFConfigurations')).toEqual({
    DTMFConfiguration: [
      {
        Id: 'dtmf_configuration_0',
        Name: 'Peer-to-peer accounts',
        DTMFTriggerId: [],
        RFC2833: true,
        RFC2976: true,
      },
    ],
  })
})

test('the status is answered byte for byte as published (DEVICE-87)', async () => {
  const open = await openSipDevice()
  const { device, agent, ask } = open
  const status = (SIPAccountId: string) =>
    device.text('/vapix/call', {
      as: 'root',
      method: 'POST',
      body: JSON.stringify({ 'axcall:GetSIPAccountStatus': { SIPAccountId } }),
    })
  await ask('SetSIPConfiguration', { SIPConfiguration: { SIPEnabled: true } })
  agent.registers('sip_account_0', 0, 'Does not register')
  expect(await status('sip_account_0')).toBe(
    '{"SIPAccountStatus":{"SIPAccountId":"sip_account_0","SIPURI":"sip:192.0.2.90:5060","IsDefault":true,"RegURI":"","Status":0,"StatusText":"Does not register"}}',
  )
  const id = await set(open, { ...REGISTERED, IsDefault: true })
  agent.registers(id, 200, 'OK')
  expect(await status(id)).toBe(
    '{"SIPAccountStatus":{"SIPAccountId":"sip_account_1","SIPURI":"sip:6001@example.axis.com","IsDefault":true,"RegURI":"192.168.0.1","Status":200,"StatusText":"OK"}}',
  )
})

test('statuses are in the order of the accounts, and tell when SIP is off (DEVICE-86, OPEN-73)', async () => {
  const open = await openSipDevice()
  const id = await set(open, REGISTERED)
  const { SIPAccountStatus: all } = await open.ask('GetSIPAccountStatuses')
  expect(all).toMatchObject([
    { SIPAccountId: 'sip_account_0', Status: 0, StatusText: 'SIP disabled' },
    { SIPAccountId: id, Status: 0, StatusText: 'SIP disabled' },
  ])
  const one = await open.ask('GetSIPAccountStatuses', { SIPAccountId: [id, 'unknown'] })
  expect(one['SIPAccountStatus']).toHaveLength(1)
})

test('an account is created, then replaced; unknown members stay (DEVICE-88, OPEN-117)', async () => {
  const open = await openSipDevice()
  const id = await set(open, { UserId: 'door', Name: 'Door', AllowMWI: true })
  expect(id).toBe('sip_account_1')
  expect((await open.ask('GetSIPAccount', { SIPAccountId: id }))['SIPAccount']).toMatchObject({
    Id: id,
    Name: 'Door',
    AllowMWI: true,
    IsDefault: false,
  })
  expect(await set(open, { Id: id, UserId: 'gate', CallerId: 'Gate' })).toBe(id)
  const read = (await accounts(open)).at(-1)
  expect(read).toMatchObject({ UserId: 'gate', Name: 'gate', CallerId: 'Gate' })
  expect(read).not.toHaveProperty('AllowMWI')
  expect(await accounts(open)).toHaveLength(2)
  expect(open.agent.configured?.accounts.at(-1)).toMatchObject({ user: 'gate', callerId: 'Gate' })
  // A client may choose the id, and the specification’s other name for it works, too.
  expect(await set(open, { SIPAccountId: 'lobby', UserId: 'lobby' })).toBe('lobby')
})

test('several accounts are set or refused together, in both published forms', async () => {
  const open = await openSipDevice()
  const two = [{ UserId: 'a' }, { UserId: 'b' }]
  expect(await open.ask('SetSIPAccounts', { SIPAccount: two })).toEqual({
    SIPAccountId: ['sip_account_1', 'sip_account_2'],
  })
  const more = { SIPAccounts: { SIPAccount: [{ UserId: 'c' }, { UserId: 'a' }] } }
  await open.fault('SetSIPAccounts', more)
  expect(await accounts(open)).toHaveLength(3)
  await open.ask('SetSIPAccounts', { SIPAccounts: { SIPAccount: [{ UserId: 'c' }] } })
  await open.ask('RemoveSIPAccounts', { SIPAccountId: ['sip_account_1', 'sip_account_3', 'x'] })
  expect((await accounts(open)).map(({ Id }) => Id)).toEqual(['sip_account_0', 'sip_account_2'])
})

test('the last account that is set as the default is the default, and it stays one (SIPACC-20, SIPACC-21, OPEN-76)', async () => {
  const open = await openSipDevice()
  const one = await set(open, { UserId: 'one', IsDefault: true })
  expect(await defaults(open)).toEqual([one])
  const two = await set(open, { UserId: 'two', IsDefault: true })
  expect(await defaults(open)).toEqual([two])
  await set(open, { Id: two, UserId: 'two', IsDefault: false })
  expect(await defaults(open)).toEqual([two])
  expect(
    await open.fault('SetSIPAccount', { SIPAccount: { Id: two, UserId: 'two', Enabled: false } }),
  ).toBe('The default SIP account has to be enabled.')
  await open.ask('RemoveSIPAccount', { SIPAccountId: two })
  expect(await defaults(open)).toEqual(['sip_account_0'])
})

test('without any account the device makes its own again; unknown ids are ignored (DEVICE-89)', async () => {
  const open = await openSipDevice()
  await open.ask('RemoveSIPAccount', { SIPAccountId: 'nobody' })
  const id = await set(open, { UserId: 'gate', IsDefault: true })
  await open.ask('RemoveSIPAccounts', { SIPAccountId: ['sip_account_0', id] })
  expect(await accounts(open)).toMatchObject([{ UserId: 'peer-to-peer', IsDefault: true }])
})

test.each([
  ['A8307-E', 7],
  ['C1310-E', 8],
  ['A1601', 8],
])('the %s keeps %i accounts (SIPACC-03, FIX-05, FIX-07)', async (number, max) => {
  const open = await openSipDevice(number)
  for (let count = 1; count < max; count += 1) await set(open, { UserId: `user${count}` })
  expect(await open.fault('SetSIPAccount', { SIPAccount: { UserId: 'more' } })).toBe(
    `The device keeps at most ${max} SIP accounts.`,
  )
  expect(await accounts(open)).toHaveLength(max)
  await set(open, { Id: 'sip_account_1', UserId: 'changed' })
})

test.each<[string, object]>([
  ['a blank name', { UserId: 'a', Name: '  ' }],
  ['a user with spaces', { UserId: 'a b' }],
  ['a local user that exists', { UserId: 'peer-to-peer' }],
  [
    'an eighth proxy',
    { UserId: 'a', SIPProxies: Array.from({ length: 8 }, () => ({ Server: '192.0.2.1' })) },
  ],
  ['a proxy password alone', { UserId: 'a', SIPProxies: [{ Server: 'p', Password: 'x' }] }],
  ['a proxy that is no address', { UserId: 'a', SIPProxies: [{ Server: 'a b' }] }],
  ['TLS without a certificate', { UserId: 'a', Transport: 'tls' }],
  ['TLS with an unknown certificate', { UserId: 'a', Transport: 'tls', Certificate: 'none-such' }],
  ['an unknown transport', { UserId: 'a', Transport: 'sctp' }],
  ['encryption without TLS', { UserId: 'a', MediaEncryption: 'SRTPMandatory' }],
  ['an unknown DTMF configuration', { UserId: 'a', DTMFConfigurationId: 'x' }],
  ['an id that is no id', { Id: 'a b', UserId: 'a' }],
])('%s is refused and changes nothing (SIPACC-27, SIPACC-46, SIPACC-57)', async (_, SIPAccount) => {
  const open = await openSipDevice()
  await open.fault('SetSIPAccount', { SIPAccount })
  expect(await accounts(open)).toHaveLength(1)
})

test('SIPS implies TLS, with a certificate that exists', async () => {
  const open = await openSipDevice()
  const own = { id: 'gate', kind: 'own', cert: 'x', key: 'y', factory: false } as const
  open.device.certificates.put([own])
  const id = await set(open, { UserId: 'a', SIPSEnabled: true, Certificate: 'gate' })
  expect((await accounts(open)).at(-1)).toMatchObject({ Id: id, Transport: 'tls' })
  expect(open.agent.configured?.accounts.at(-1)).toMatchObject({
    sips: true,
    transport: 'tls',
    certificateId: 'gate',
  })
})

test('an unknown account is not found', async () => {
  const { post } = await openSipDevice()
  for (const operation of ['GetSIPAccount', 'GetSIPAccountStatus']) {
    const answer = await post(operation, { SIPAccountId: 'x' })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        Fault: 'env:Sender',
        FaultCode: 'ter:InvalidArgVal',
        FaultSubCode: 'ter:NotFound',
        FaultReason: 'Argument value invalid',
        FaultMsg: 'There is no such SIP account.',
      },
    ])
  }
})

test('passwords are never returned, and stay as long as their users do (SIPACC-34)', async () => {
  const open = await openSipDevice()
  const SIPProxies = [
    { Server: '192.168.0.1', Username: 'one', Password: 'planted-one' },
    { Server: 'sip:10.23.23.2', Username: 'two', Password: 'planted-two' },
  ]
  const id = await set(open, { ...REGISTERED, SIPProxies })
  const engine = () => open.agent.configured?.accounts.at(-1)
  expect(engine()).toMatchObject({
    password: 'secure',
    proxies: [
      { address: '192.168.0.1', user: 'one', password: 'planted-one' },
      { address: '10.23.23.2', user: 'two', password: 'planted-two' },
    ],
  })
  const listed = await open.device.text('/vapix/call', {
    as: 'root',
    method: 'POST',
    body: '{"GetSIPAccounts":{}}',
  })
  expect(listed).not.toMatch(/planted|secure/)
  const read = (await accounts(open)).at(-1)
  if (!read) throw new Error('no account')
  expect(read).toMatchObject({
    Password: null,
    SIPProxies: [{ Password: null }, { Password: null }],
  })
  // Proxies in another order keep their passwords.
  await set(open, { ...read, SIPProxies: [...(read['SIPProxies'] as object[])].toReversed() })
  expect(engine()).toMatchObject({
    password: 'secure',
    proxies: [{ password: 'planted-two' }, { password: 'planted-one' }],
  })
  await set(open, { ...read, Id: id, UserId: '6002', Password: '', SIPProxies: [] })
  expect(engine()).toMatchObject({ password: '', proxies: [] })
})

test('passwords are removed on request, and answers tell whether there are any', async () => {
  const open = await openSipDevice()
  const SIPProxies = [
    { Server: '192.0.2.1', Username: 'one', Password: 'first' },
    { Server: '192.0.2.2', Username: 'two', Password: 'second' },
  ]
  const id = await set(open, { ...REGISTERED, SIPProxies })
  const read = async () => (await accounts(open)).at(-1) ?? {}
  const stored = async () => {
    const { PasswordStored, SIPProxies: proxies } = (await read()) as Record<string, unknown>
    const ofProxies = (proxies as Record<string, unknown>[]).map((one) => one['PasswordStored'])
    return [PasswordStored, ...ofProxies]
  }
  const engine = () => {
    const { password, proxies = [] } = open.agent.configured?.accounts.at(-1) ?? {}
    return [password, ...proxies.map((proxy) => proxy.password)]
  }
  expect(await stored()).toEqual([true, true, true])
  // What clients send back unchanged changes nothing.
  await set(open, await read())
  expect(engine()).toEqual(['secure', 'first', 'second'])
  await set(open, {
    ...(await read()),
    RemovePassword: true,
    SIPProxies: [SIPProxies[1], { ...SIPProxies[0], Password: null, RemovePassword: true }],
  })
  expect(engine()).toEqual(['', 'second', ''])
  expect(await stored()).toEqual([false, true, false])
  expect(JSON.stringify(await read())).not.toContain('RemovePassword')
  await set(open, { ...(await read()), RemovePassword: true, Password: 'new' })
  expect(engine()).toEqual(['new', 'second', ''])
  expect((await accounts(open)).find(({ Id }) => Id !== id)).toMatchObject({
    PasswordStored: false,
  })
})

test('a restored snapshot brings its accounts back, and one without any gets that of the factory', async () => {
  const open = await openSipDevice()
  const { database, plugged } = open.device
  await set(open, REGISTERED)
  const file = `${plugged.dataFolder}/snapshot.db`
  database.save(file)
  await open.ask('RemoveSIPAccount', { SIPAccountId: 'sip_account_1' })
  database.restore(file)
  expect(await accounts(open)).toHaveLength(2)
  expect(open.agent.configured?.accounts.at(-1)).toMatchObject({ password: 'secure' })
  database.run('DELETE FROM sip_accounts')
  database.save(file)
  database.restore(file)
  expect(await accounts(open)).toMatchObject([{ UserId: 'peer-to-peer', IsDefault: true }])
})

test('consoles hear of each change of a status, and new ones of the last (SIPACC-13, DEVICE-152)', async () => {
  const open = await openSipDevice()
  const id = await set(open, REGISTERED)
  const heard: unknown[] = []
  open.device.events.subscribe(({ topic, source, data }) => {
    if (topic === TOPICS.sipAccountStatus) heard.push([source, data])
  })
  open.agent.registers(id, 100, 'Trying')
  open.agent.registers(id, 200, 'OK')
  open.agent.registers(id, 200, 'OK')
  const status = (Status: string, StatusText: string) => [
    { SIPAccountId: id },
    { Status, StatusText },
  ]
  expect(heard).toEqual([status('100', 'Trying'), status('200', 'OK')])
  const current = open.device.events
    .current()
    .filter(
      ({ topic, source }) => topic === TOPICS.sipAccountStatus && source['SIPAccountId'] === id,
    )
  expect(current).toMatchObject([{ data: { Status: '200', StatusText: 'OK' } }])
  await open.ask('RemoveSIPAccount', { SIPAccountId: id })
  open.agent.registers('sip_account_0', 0, 'Does not register')
  expect(open.device.events.current().map(({ source }) => source['SIPAccountId'])).not.toContain(id)
})
