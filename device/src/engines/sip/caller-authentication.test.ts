import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { openCallerAuthentication } from './caller-authentication.ts'
import { all } from './testing/message.ts'
import { openPeer, openRig, until } from './testing/sip-rig.ts'

const GUARD = { user: 'guard', password: 'open' }

/** Answers a challenge, independently of the engine. */
function answer(
  challenge: string,
  { user, password } = GUARD,
  { nc = '00000001', qop = true } = {},
): [string, string] {
  const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? ''
  const digest = (text: string) => createHash('md5').update(text).digest('hex')
  const [realm, nonce, uri] = [of('realm'), of('nonce'), 'sip:door@door.test']
  const a1 = digest(`${user}:${realm}:${password}`)
  const a2 = digest(`INVITE:${uri}`)
  const response = digest(qop ? `${a1}:${nonce}:${nc}:abc:auth:${a2}` : `${a1}:${nonce}:${a2}`)
  const counted = qop ? `, cnonce="abc", qop=auth, nc=${nc}` : ''
  return [
    'Authorization',
    `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}", algorithm=MD5${counted}`,
  ]
}

async function openPair() {
  const peer = await openPeer()
  const rig = await openRig([{}], { settings: { allowedUsers: [GUARD] } })
  /** Calls, and returns the status with the challenges. */
  async function call(...headers: [string, string][]) {
    const before = peer.phone.received.length
    const one = peer.phone.call(rig.uri, { headers })
    await until(() => expect(one.status).toBeDefined())
    const response = peer.phone.received
      .slice(before)
      .find(({ line }) => line.startsWith(`SIP/2.0 ${one.status}`))
    if (one.status === 200) one.bye()
    return {
      status: one.status,
      challenges: response ? all(response, 'WWW-Authenticate') : [],
    }
  }
  return { peer, rig, call }
}

test('a user with a password may call with it, and nobody else', async () => {
  const { rig, call } = await openPair()
  const asked = await call()
  expect(asked.status).toBe(401)
  expect(rig.sip.calls()).toEqual([])
  const [challenge = ''] = asked.challenges
  expect((await call(answer(challenge))).status).toBe(200)
  const more = { nc: '00000003' }
  for (const wrong of [
    answer(challenge, { ...GUARD, password: 'Open' }, more),
    answer(challenge, { ...GUARD, user: 'thief' }, more),
    answer(challenge.replace('realm="sip"', 'realm="other"'), GUARD, more),
  ]) {
    expect((await call(wrong)).status).toBe(401)
  }
  const [name, right] = answer(challenge, GUARD, { nc: '00000002' })
  // Without a count it could be used again and again.
  expect((await call(answer(challenge, GUARD, { nc: '', qop: false }))).status).toBe(401)
  expect((await call([name, 'Basic Z3VhcmQ6b3Blbg=='])).status).toBe(401)
  expect((await call([name, right])).status).toBe(200)
})

test('an answer counts once, and for a minute', async () => {
  const { rig, call } = await openPair()
  const [challenge = ''] = (await call()).challenges
  expect((await call(answer(challenge))).status).toBe(200)
  const replayed = await call(answer(challenge))
  expect(replayed.status).toBe(401)
  expect(replayed.challenges[0]).toContain('stale=true')
  const next = answer(challenge, GUARD, { nc: '00000002' })
  expect((await call(next)).status).toBe(200)
  await rig.clock.advance(61_000)
  const late = answer(challenge, GUARD, { nc: '00000003' })
  expect((await call(late)).challenges[0]).toContain('stale=true')
  const own = challenge.replace(/nonce="(\d+)/, 'nonce="99999999$1')
  expect((await call(answer(own))).status).toBe(401)
})

test('who guesses passwords is refused for a while, with the right one as well', async () => {
  const { rig, call } = await openPair()
  const [challenge = ''] = (await call()).challenges
  const guess = { ...GUARD, password: 'x' }
  for (let turn = 0; turn < 10; turn += 1) {
    expect((await call(answer(challenge, guess))).status).toBe(401)
  }
  expect((await call(answer(challenge))).status).toBe(403)
  await rig.clock.advance(60_000)
  const [fresh = ''] = (await call()).challenges
  expect((await call(answer(fresh))).status).toBe(200)
})

test('nobody is locked out by guesses that others send in their name', async () => {
  const clock = startClock()
  const callers = openCallerAuthentication(clock)
  const check = (address: string, authorization?: string) =>
    callers.check(
      {
        method: 'INVITE',
        body: '',
        getHeaders: () => (authorization === undefined ? [] : [authorization]),
      },
      [GUARD],
      address,
    )
  const challengeOf = (result: ReturnType<typeof check>) =>
    result.verdict === 'asked' ? (result.fields[0] ?? '') : ''
  // Of what the stranger was asked, and made up: what the guard was asked never got there.
  const asked = challengeOf(check('192.0.2.9'))
  const madeUp = asked.replace(/nonce="[^"]*"/, 'nonce="made-up"')
  for (let turn = 0; turn < 10; turn += 1) {
    for (const challenge of [asked, madeUp]) {
      const [, guess] = answer(challenge, { ...GUARD, password: 'x' })
      expect(check('192.0.2.1', guess).verdict).toBe('asked')
    }
  }
  const [, right] = answer(challengeOf(check('192.0.2.1')))
  expect(check('192.0.2.1', right).verdict).toBe('proven')
})

test('who needs no password is not asked for one', async () => {
  const { peer, rig, call } = await openPair()
  await rig.configure([{}], { allowedUsers: [GUARD], allowedUris: ['192.0.2.1'] })
  expect((await call()).status).toBe(401)
  await rig.configure([{}], { allowedUsers: [GUARD], allowedUris: [peer.address] })
  expect((await call()).status).toBe(200)
  await rig.configure([{}], { allowedUsers: [{ ...GUARD, password: '' }] })
  expect((await call()).status).toBe(403)
  await rig.configure([{}], { allowedUsers: [GUARD], allowIncoming: false })
  expect((await call()).status).toBe(403)
})
