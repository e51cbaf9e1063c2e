/** Tests the engine with real programs: Debian's kamailio, baresip and sipp. */
import { expect, test } from 'vitest'
import { makeSelfSigned } from '../../certificates/make.ts'
import { DAY } from '../../certificates/validity.ts'
import { openAudio } from './testing/audio.ts'
import {
  HAS,
  REALM,
  callWithSipp,
  openBaresip,
  openKamailio,
  passwordOf,
} from './testing/programs.ts'
import { openRig, until } from './testing/sip-rig.ts'
import { SDP, answerTo, expectStatus, scenario, send } from './testing/sipp-scenario.ts'
import type { SipAccount, Transport } from './types.ts'

test('the real programs are installed', ({ skip }) => {
  const missing = Object.entries(HAS).flatMap(([name, there]) => (there ? [] : [name]))
  skip(missing.length > 0, `${missing.join(', ')} not installed: SIP is tested without`)
})

const withKamailio = test.skipIf(!HAS.kamailio)
const withBaresip = test.skipIf(!HAS.baresip)
const withSipp = test.skipIf(!HAS.sipp)

const certificate = () =>
  makeSelfSigned({
    key: 'RSA-2048',
    subject: [{ name: 'CN', value: 'localhost' }],
    names: ['127.0.0.1', '::1', 'localhost'],
    from: new Date(Date.now() - DAY),
    until: new Date(Date.now() + DAY),
  })

withKamailio(
  'accounts register with kamailio and call each other over UDP, TCP and TLS',
  async () => {
    const own = await certificate()
    const kamailio = await openKamailio(own)
    const account = (user: string, transport: Transport): Partial<SipAccount> => ({
      user,
      password: passwordOf(user),
      domain: REALM,
      registrar: `127.0.0.1:${transport === 'tls' ? kamailio.tlsPort : kamailio.port}`,
      transport,
    })
    const accounts = [account('ann', 'udp'), account('bob', 'tcp'), account('cid', 'tls')]
    const rig = await openRig([...accounts, { ...account('eve', 'udp'), password: 'wrong' }], {
      certificates: { authorities: () => [own.cert], identity: () => own },
    })
    for (const index of [0, 1, 2]) await rig.registered(200, index)
    await rig.registered(401, 3)
    for (const [from, to] of [
      [0, 'bob'],
      [1, 'cid'],
      [2, 'ann'],
    ] as const) {
      const callId = rig.sip.call(to, `account-${from}`)
      await rig.reaches(callId, 'active')
      await until(() =>
        expect(rig.sip.calls().filter(({ state }) => state === 'active').length).toBe(2),
      )
      rig.sip.terminate(callId)
      await until(() =>
        expect(rig.sip.calls().every(({ state }) => state === 'terminated')).toBe(true),
      )
    }
    const moved = rig.sip.call('moved', 'account-1')
    await rig.reaches(moved, 'active')
    expect(rig.call(moved)?.remoteUri).toBe(`sip:moved@${REALM}`)
    const nobody = rig.sip.call('nobody', 'account-0')
    await rig.reaches(nobody, 'terminated')
    expect(rig.call(nobody)).toMatchObject({ code: 404, reason: 'Not Found' })
  },
)

withKamailio('an account registers with kamailio over IPv6', async () => {
  const kamailio = await openKamailio(await certificate())
  const rig = await openRig(
    [
      {
        user: 'ann',
        password: passwordOf('ann'),
        domain: REALM,
        registrar: `[::1]:${kamailio.port}`,
      },
    ],
    { address: '::1' },
  )
  await rig.registered()
  const callId = rig.sip.call('ann')
  await rig.reaches(callId, 'active')
})

withKamailio('kamailio goes and comes back', async () => {
  const own = await certificate()
  const first = await openKamailio(own)
  const rig = await openRig([
    {
      user: 'ann',
      password: passwordOf('ann'),
      domain: REALM,
      registrar: `127.0.0.1:${first.port}`,
      transport: 'tcp',
    },
  ])
  await rig.registered()
  await first.stop()
  await until(async () => {
    await rig.clock.advance(1000)
    expect(rig.status()?.status).toBe(503)
  })
  await openKamailio(own, first)
  await until(async () => {
    await rig.clock.advance(1000)
    expect(rig.status()?.status).toBe(200)
  })
})

const PHONE = '<sip:phone@127.0.0.1>;regint=0'

withBaresip.each(['udp', 'tcp', 'tls'] as const)(
  'calls with baresip over %s, in both directions',
  async (transport) => {
    const own = await certificate()
    const phone = await openBaresip({
      account: () => `<sip:phone@127.0.0.1;transport=${transport}>;regint=0;answermode=auto`,
      certificate: own,
    })
    const rig = await openRig([{ transport, verifyServer: false }], {
      certificates: { identity: () => own },
    })
    const port = transport === 'tls' ? phone.tlsPort : phone.port
    const callId = rig.sip.call(`sip:phone@127.0.0.1:${port}`)
    await rig.reaches(callId, 'active')
    await until(() => expect(phone.events.map(({ type }) => type)).toContain('CALL_ESTABLISHED'))
    rig.sip.terminate(callId)
    await until(() => expect(phone.events.map(({ type }) => type)).toContain('CALL_CLOSED'))
    const device = transport === 'tls' ? rig.settings.tlsPort : rig.settings.port
    await phone.command('dial', `sip:door@127.0.0.1:${device};transport=${transport}`)
    await until(() =>
      expect(rig.sip.calls()[0]).toMatchObject({ direction: 'incoming', state: 'active' }),
    )
    await phone.command('hangup')
    await until(() => expect(rig.sip.calls()[0]?.state).toBe('terminated'))
  },
)

withBaresip.each([
  ['mandatory', 'srtp-mand', true],
  ['bestEffort', 'srtp', true],
  ['bestEffort', '', false],
  ['none', '', false],
] as const)('encryption %s agrees with %s of baresip', async (encryption, theirs, encrypted) => {
  const phone = await openBaresip({
    account: () => `${PHONE};answermode=auto${theirs === '' ? '' : `;mediaenc=${theirs}`}`,
  })
  const rig = await openRig([{ encryption }])
  const callId = rig.sip.call(`sip:phone@127.0.0.1:${phone.port}`)
  await rig.reaches(callId, 'active')
  expect(rig.call(callId)?.encrypted).toBe(encrypted)
  rig.sip.terminate(callId)
  await rig.reaches(callId, 'terminated')
  await phone.command('dial', rig.uri)
  await until(() =>
    expect(rig.sip.calls()[0]).toMatchObject({ direction: 'incoming', state: 'active', encrypted }),
  )
})

withBaresip('without common encryption there is no call', async () => {
  const phone = await openBaresip({ account: () => `${PHONE};answermode=auto;mediaenc=srtp-mand` })
  const rig = await openRig([{ encryption: 'none' }])
  const callId = rig.sip.call(`sip:phone@127.0.0.1:${phone.port}`)
  await rig.reaches(callId, 'terminated')
  expect(rig.call(callId)?.code).toBe(488)
  await phone.command('dial', rig.uri)
  await until(() =>
    expect(phone.events.map(({ type, param }) => `${type} ${param}`)).toContain(
      'CALL_CLOSED 488 Not Acceptable Here',
    ),
  )
})

withBaresip.each([
  ['PCMU', 'pcmu', 'none', ''],
  ['PCMA', 'pcma', 'none', ''],
  ['G.722', 'g722', 'none', ''],
  ['PCMU', 'pcmu', 'mandatory', ';mediaenc=srtp-mand'],
  ['G.722', 'g722', 'bestEffort', ';mediaenc=srtp'],
] as const)(
  'the tone of baresip is heard in %s (%s, encryption %s), and keys go both ways',
  async (codec, theirs, encryption, mediaenc) => {
    const phone = await openBaresip({
      account: () => `${PHONE};answermode=auto;audio_codecs=${theirs}${mediaenc}`,
    })
    const rig = await openRig([{ encryption }], { media: openAudio() })
    let heard = -Infinity
    rig.sip.onStatistics((_, statistics) => void (heard = Math.max(heard, statistics.heard)))
    const callId = rig.sip.call(`sip:phone@127.0.0.1:${phone.port}`)
    await rig.reaches(callId, 'active')
    expect(rig.call(callId)).toMatchObject({ codec, encrypted: encryption !== 'none' })
    await until(() => expect(heard).toBeGreaterThan(-20))
    rig.sip.press(callId, '5')
    await until(() =>
      expect(phone.events.map(({ type, param }) => `${type} ${param}`)).toContain(
        'CALL_DTMF_START 5',
      ),
    )
    await phone.command('sndcode', '7')
    await until(() => expect(rig.digits).toMatchObject([{ digit: '7', via: 'rtp' }]))
  },
)

withBaresip('a user with a password calls from baresip, and nobody else', async () => {
  const rig = await openRig([{}], {
    settings: { allowedUsers: [{ user: 'guard', password: 'open' }] },
  })
  const phoneOf = (password: string) =>
    openBaresip({
      account: () => `<sip:guard@127.0.0.1>;regint=0;auth_user=guard;auth_pass=${password}`,
    })
  const [thief, guard] = [await phoneOf('wrong'), await phoneOf('open')]
  await thief.command('dial', rig.uri)
  await until(() => expect(thief.events.map(({ type }) => type)).toContain('CALL_CLOSED'))
  expect(rig.sip.calls()).toEqual([])
  await guard.command('dial', rig.uri)
  await until(() =>
    expect(rig.sip.calls()).toMatchObject([{ direction: 'incoming', state: 'active' }]),
  )
})

withBaresip(
  'a silent baresip is asked whether it still has the call, and missed when it has restarted',
  async () => {
    const account = () => `${PHONE};answermode=auto`
    const phone = await openBaresip({ account })
    const rig = await openRig()
    const callId = rig.sip.call(`sip:phone@127.0.0.1:${phone.port}`)
    await rig.reaches(callId, 'active')
    await until(() => expect(phone.events.map(({ type }) => type)).toContain('CALL_ESTABLISHED'))
    const answers = () =>
      rig.sip
        .ladder(callId)
        .filter(({ method, sent, line }) => method === 'INVITE' && !sent && !line.startsWith('1'))
        .map(({ line }) => Number.parseInt(line, 10))
    await rig.clock.advance(60_000)
    await until(() => expect(answers()).toEqual([200, 200]))
    expect(rig.call(callId)?.state).toBe('active')
    phone.close()
    await openBaresip({ account, ports: phone })
    await rig.clock.advance(60_000)
    await rig.reaches(callId, 'terminated')
    // On a busy host it is sent again before the ACK arrives.
    const [first, second, ...last] = answers()
    expect([first, second, ...new Set(last)]).toEqual([200, 200, 481])
  },
)

withSipp('sipp agrees with the device on what it lacks, and on session timers', async () => {
  const rig = await openRig()
  const timer = (value: string) => ['Supported: timer', `Session-Expires: ${value}`]
  const steps = scenario(
    send('INVITE', 1, { more: ['Require: 100rel'], body: SDP }),
    expectStatus(100),
    expectStatus(420, ['Unsupported', '100rel']),
    send('ACK', 1, { refused: true }),
    send('INVITE', 2, { more: timer('30'), body: SDP }),
    expectStatus(100),
    expectStatus(422, ['Min-SE', '90']),
    send('ACK', 2, { refused: true }),
    send('INVITE', 3, { more: [...timer('90;refresher=uas'), 'Allow: BYE, UPDATE'], body: SDP }),
    expectStatus(100),
    expectStatus(200, ['Session-Expires', '90;refresher=uas']),
    send('ACK', 3, { inCall: true }),
    answerTo(
      'UPDATE',
      ['Session-Expires', '90;refresher=uac'],
      ['Require: timer', 'Session-Expires: 90;refresher=uac'],
    ),
    send('UPDATE', 4, { more: timer('120;refresher=uac'), inCall: true }),
    expectStatus(200, ['Session-Expires', '120;refresher=uac']),
    send('INVITE', 5, { more: timer('120'), body: `${SDP}\na=inactive`, inCall: true }),
    expectStatus(100),
    expectStatus(200, ['Session-Expires', '120;refresher=uac']),
    send('ACK', 5, { inCall: true }),
    send('BYE', 6, { inCall: true }),
    expectStatus(200),
  )
  const done = callWithSipp(`127.0.0.1:${rig.settings.port}`, {
    calls: 1,
    rate: 1,
    duration: 0,
    scenario: steps,
  })
  await until(() => expect(rig.sip.calls()[0]?.state).toBe('active'))
  const callId = rig.sip.calls()[0]?.callId ?? ''
  await until(() =>
    expect(rig.sip.ladder(callId).filter(({ method }) => method === 'ACK').length).toBe(3),
  )
  await rig.clock.advance(45_000)
  const result = await done
  expect(result, result.output).toMatchObject({ succeeded: 1, failed: 0 })
  expect(rig.call(callId)).toMatchObject({ state: 'terminated', code: undefined })
  expect(rig.media.sessions[0]?.agreements.at(-1)?.direction).toBe('inactive')
})

withSipp('sipp makes 60 calls at 10 a second without a loss', { timeout: 60_000 }, async () => {
  const rig = await openRig()
  const result = await callWithSipp(`127.0.0.1:${rig.settings.port}`, {
    calls: 60,
    rate: 10,
    duration: 1000,
  })
  expect(result, result.output).toMatchObject({ succeeded: 60, failed: 0 })
  expect(rig.sip.calls().filter(({ state }) => state !== 'terminated')).toEqual([])
  expect(rig.media.sessions.every(({ closed }) => closed)).toBe(true)
})
