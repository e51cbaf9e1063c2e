import { expect, test } from 'vitest'
import { openSipDevice } from '../testing/sip-device.ts'

type Open = Awaited<ReturnType<typeof openSipDevice>>

const configuration = async ({ ask }: Open) =>
  (await ask('GetSIPConfiguration'))['SIPConfiguration'] as unknown as Record<string, unknown>
const attributes = async (open: Open) =>
  Object.fromEntries(
    ((await configuration(open))['Attribute'] as { Name: string; Value: string }[]).map(
      ({ Name, Value }) => [Name, Value],
    ),
  )

test('the factory settings are those of the public documentation (DEVICE-79, SIPSET-20, SIPSET-32)', async () => {
  const open = await openSipDevice()
  expect(await configuration(open)).toMatchObject({
    SIPEnabled: false,
    TURNServers: [],
    STUNServers: [],
    ICEEnabled: false,
    AllowIncomingCalls: false,
    TURNEnabled: false,
    STUNEnabled: false,
    ApplyUserAuthentication: false,
    AllowedUsers: [],
    SIPPort: 5060,
    SIPTLSPort: 5061,
    RTPStartPort: 4000,
    CallingTimeout: 60,
    ApplyAllowedURIs: false,
    AllowedURIs: [],
  })
  expect(await attributes(open)).toEqual({
    DisableViaRewrite: 'false',
    DisableContactRewrite: 'false',
    DisableTCPSwitch: 'false',
    MaxCallDuration: '3600',
    RegistrationInterval: '300',
    AudioDirection: 'sendrecv',
    TelephoneEventPayloadType: '96',
    VideoRelayEnabled: 'false',
    VideoDirection: 'sendrecv',
    H264PacketizationMode: 'auto',
  })
})

test('attributes depend on the product, and are described (DEVICE-84, SIPSET-03, SIPSET-09)', async () => {
  const names = async (number: string) => {
    const { ask } = await openSipDevice(number)
    const list = (await ask('GetSupportedSIPConfigurationAttributes'))[
      'AttributeInfo'
    ] as unknown as { Name: string }[]
    expect(list).toContainEqual({ Name: 'DisableTCPSwitch', Type: 'bool', Default: 'false' })
    return list.map(({ Name }) => Name)
  }
  expect(await names('A8307-E')).toContain('VideoRelayEnabled')
  const compact = await names('A8105-E')
  expect(compact).not.toContain('VideoRelayEnabled')
  expect(compact).toContain('H264PacketizationMode')
  expect(await names('C1310-E')).not.toContain('VideoDirection')
})

test('the other lists of what is supported are as published (DEVICE-83, SIPACC-32)', async () => {
  const { device, ask } = await openSipDevice()
  const text = (operation: string) =>
    device.text('/vapix/call', {
      as: 'root',
      method: 'POST',
      body: JSON.stringify({ [operation]: {} }),
    })
  const codecs =
    '{"AudioCodec":[{"Name":"G.722","SampleRate":16000,"Options":""},{"Name":"PCMU","SampleRate":8000,"Options":""},{"Name":"PCMA","SampleRate":8000,"Options":""}]}'
  for (const operation of ['GetSupportedAudioCodecs', 'GetDefaultAudioCodecs', 'GetAudioCodecs']) {
    expect(await text(operation)).toBe(codecs)
  }
  expect(await text('GetSupportedMediaEncryptionModes')).toBe(
    '{"MediaEncryption":["None","SRTPBestEffort","SRTPMandatory"]}',
  )
  expect(await text('GetSupportedSIPAccountAttributes')).toBe('{"AttributeInfo":[]}')
  expect(await ask('GetServiceCapabilities')).toMatchObject({
    Capabilities: { SIP: true, DTMF: true },
  })
})

test('settings reach the engine, keep what is not given and what nobody knows (DEVICE-80, OPEN-117)', async () => {
  const open = await openSipDevice()
  const { ask, agent } = open
  expect(
    await ask('SetSIPConfiguration', {
      SIPConfiguration: {
        SIPEnabled: true,
        SIPPort: 5070,
        FutureMember: { deep: [1] },
        Attribute: [
          { Name: 'MaxCallDuration', Value: '60' },
          { Name: 'Unknown', Value: 'x' },
        ],
      },
    }),
  ).toEqual({})
  await ask('SetSIPConfiguration', { SIPConfiguration: { CallingTimeout: 20 } })
  expect(await configuration(open)).toMatchObject({
    SIPEnabled: true,
    SIPPort: 5070,
    CallingTimeout: 20,
    FutureMember: { deep: [1] },
  })
  expect(await attributes(open)).toMatchObject({ MaxCallDuration: '60', Unknown: 'x' })
  expect(agent.configured?.settings).toMatchObject({
    enabled: true,
    port: 5070,
    callingTimeout: 20,
    maxCallDuration: 60,
    rewriteVia: true,
    codecs: ['G.722', 'PCMU', 'PCMA'],
  })
  await ask('SetSIPConfiguration', { SIPConfiguration: {}, KeepCurrent: false })
  expect(await configuration(open)).toMatchObject({ SIPEnabled: false, SIPPort: 5060 })
  expect(await configuration(open)).not.toHaveProperty('FutureMember')
})

test('the whole configuration can be written back as it was read (SIPSET-37)', async () => {
  const open = await openSipDevice()
  const before = await configuration(open)
  await open.ask('SetSIPConfiguration', { SIPConfiguration: before, KeepCurrent: false })
  expect(await configuration(open)).toEqual(before)
})

test.each<[string, object]>([
  ['a calling timeout of 0', { CallingTimeout: 0 }],
  ['an answering timeout of 601', { AnsweringTimeout: 601 }],
  ['half a second', { CallingTimeout: 1.5 }],
  ['a privileged port', { SIPPort: 1023 }],
  ['equal ports', { SIPPort: 5061 }],
  ['equal audio and SIP ports', { RTPStartPort: 5060 }],
  ['STUN without a server', { STUNEnabled: true }],
  ['STUN with a bad server', { STUNEnabled: true, STUNServers: [{ Server: 'a b' }] }],
  ['TURN without a user', { TURNEnabled: true, TURNServers: [{ Server: 'turn.example.com' }] }],
  ['a list of forbidden callers', { AccessListPolicy: 'Block' }],
  ['text for a switch', { SIPEnabled: 'true' }],
  ['endless calls', { Attribute: [{ Name: 'MaxCallDuration', Value: '0' }] }],
  ['a long interval', { Attribute: [{ Name: 'RegistrationInterval', Value: '36001' }] }],
  ['a low payload type', { Attribute: [{ Name: 'TelephoneEventPayloadType', Value: '95' }] }],
  ['a direction', { Attribute: [{ Name: 'AudioDirection', Value: 'up' }] }],
])('%s is refused (SIPSET-14, SIPSET-21, SIPSET-22)', async (_what, SIPConfiguration) => {
  const open = await openSipDevice()
  const before = await configuration(open)
  await open.fault('SetSIPConfiguration', { SIPConfiguration })
  expect(await configuration(open)).toEqual(before)
})

test('calls without end exist on audio products only (SIPSET-08, FIX-04)', async () => {
  const { ask, agent } = await openSipDevice('C1310-E')
  const Attribute = [{ Name: 'MaxCallDuration', Value: '0' }]
  await ask('SetSIPConfiguration', { SIPConfiguration: { Attribute } })
  expect(agent.configured?.settings.maxCallDuration).toBe(0)
})

test('the password of a TURN server is never returned, stays with its user, and turns ICE on (SIPSET-27, SIPSET-28)', async () => {
  const open = await openSipDevice()
  const { ask, device, fault } = open
  const server = { Server: 'turn.example.com', Username: 'gate' }
  await ask('SetSIPConfiguration', {
    SIPConfiguration: { TURNEnabled: true, TURNServers: [{ ...server, Password: 'planted' }] },
  })
  const read = await configuration(open)
  expect(read).toMatchObject({ ICEEnabled: true, TURNServers: [{ ...server, Password: null }] })
  await ask('SetSIPConfiguration', { SIPConfiguration: read })
  expect(device.sipSettings.turnPasswords()).toEqual(['planted'])
  const TURNServers = [{ Server: 'other.example.com', Username: 'gate', Password: null }]
  expect(await fault('SetSIPConfiguration', { SIPConfiguration: { TURNServers } })).toContain(
    'password',
  )
  expect(device.sipSettings.turnPasswords()).toEqual(['planted'])
})

test('the proxies of the device come before those of an account, and passwords of both stay inside (SIPSET-32)', async () => {
  const open = await openSipDevice()
  const { ask, agent, fault } = open
  const SIPProxies = [
    { Server: 'sip:first.example.com', Username: 'gate', Password: 'planted' },
    { Server: 'second.example.com:5070' },
    { Unknown: 'kept' },
  ]
  const AllowedUsers = ['ann', { Username: 'guard', Password: 'open' }]
  await ask('SetSIPConfiguration', {
    SIPConfiguration: { SIPProxies, AllowedUsers, ApplyUserAuthentication: true },
  })
  await ask('SetSIPAccount', {
    SIPAccount: { UserId: 'a', SIPProxies: [{ Server: 'own.example.com' }] },
  })
  const expected = {
    users: [
      { user: 'ann', password: '' },
      { user: 'guard', password: 'open' },
    ],
    proxies: [
      { address: 'first.example.com', user: 'gate', password: 'planted' },
      { address: 'second.example.com:5070', user: '', password: '' },
      { address: 'own.example.com', user: '', password: '' },
    ],
  }
  expect(agent.configured?.settings.allowedUsers).toEqual(expected.users)
  expect(agent.configured?.accounts.at(-1)?.proxies).toEqual(expected.proxies)
  expect(agent.configured?.accounts[0]?.proxies).toEqual(expected.proxies.slice(0, 2))
  const read = await configuration(open)
  expect(read['AllowedUsers']).toEqual(['ann', { Username: 'guard', Password: null }])
  expect(read['SIPProxies']).toEqual([
    { ...SIPProxies[0], Password: null },
    SIPProxies[1],
    SIPProxies[2],
  ])
  // Passwords follow their users, who may change places.
  const lists = {
    AllowedUsers: (read['AllowedUsers'] as unknown[]).toReversed(),
    SIPProxies: (read['SIPProxies'] as unknown[]).toReversed(),
  }
  await ask('SetSIPConfiguration', { SIPConfiguration: lists })
  expect(agent.configured?.settings.allowedUsers).toEqual(expected.users.toReversed())
  expect(agent.configured?.accounts[0]?.proxies).toEqual(expected.proxies.slice(0, 2).toReversed())
  const bad = { SIPProxies: [{ Server: 'a b' }] }
  expect(await fault('SetSIPConfiguration', { SIPConfiguration: bad })).toContain('SIPProxies')
})

test('codecs are offered in the order that is set (DEVICE-81, DEVICE-82, SIPSET-13)', async () => {
  const { ask, fault, agent } = await openSipDevice()
  const AudioCodec = [
    { Name: 'PCMA', SampleRate: 8000 },
    { Name: 'G.722', SampleRate: 16_000, Options: '' },
  ]
  await ask('SetAudioCodecs', { AudioCodec })
  expect(agent.configured?.settings.codecs).toEqual(['PCMA', 'G.722'])
  const read = (await ask('GetAudioCodecs'))['AudioCodec']
  expect(read).toEqual(AudioCodec.map((codec) => ({ ...codec, Options: '' })))
  await fault('SetAudioCodecs', { AudioCodec: [] })
  await fault('SetAudioCodecs', { AudioCodec: [AudioCodec[0], AudioCodec[0]] })
  expect(
    await fault('SetAudioCodecs', { AudioCodec: [{ Name: 'opus', SampleRate: 48_000 }] }),
  ).toBe('The device has no codec opus at 48000 Hz.')
  expect(agent.configured?.settings.codecs).toEqual(['PCMA', 'G.722'])
})

test.each(['C1310-E', 'A1601', 'A8105-E'])('the %s has the call service', async (number) => {
  const { ask } = await openSipDevice(number)
  expect(await ask('GetSIPConfiguration')).toHaveProperty('SIPConfiguration.SIPEnabled', false)
})
