/** Tests ICE and relays with real programs: Debian's coturn and baresip. */
import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { canMakeNamespace, makeNamespace } from '../../testing/namespace.ts'
import { openAudio } from './testing/audio.ts'
import { TURN_USER, openCoturn } from './testing/coturn.ts'
import type { Coturn } from './testing/coturn.ts'
import { HAS, openBaresip } from './testing/programs.ts'
import { openRig, until } from './testing/sip-rig.ts'
import type { SipSettings } from './types.ts'

const NAMESPACES = canMakeNamespace()

test('the programs and the rights for tests of ICE are there', ({ skip }) => {
  skip(!HAS.coturn || !HAS.baresip, 'coturn or baresip not installed: relays are tested without')
  skip(!NAMESPACES, 'no network namespaces: ICE is tested without baresip')
})

const withRelay = test.skipIf(!HAS.coturn || !HAS.baresip)
const withIce = test.skipIf(!HAS.coturn || !HAS.baresip || !NAMESPACES)

const turnAt = (server: string): Partial<SipSettings> => ({
  turn: { server, ...TURN_USER },
  ice: true,
})

/** A device with real audio, and how loudly it hears. */
async function openDevice(settings: Partial<SipSettings>, address = '127.0.0.1') {
  const rig = await openRig([{ transport: 'tcp' }], { media: openAudio(), settings, address })
  let heard = -Infinity
  rig.sip.onStatistics((_, statistics) => void (heard = Math.max(heard, statistics.heard)))
  return {
    ...rig,
    /** Waits for the tone; phones take their time for checks. */
    async hears() {
      await vi.waitFor(() => expect(heard).toBeGreaterThan(-20), { timeout: 20_000, interval: 20 })
      heard = -Infinity
    },
  }
}

/** Another device, which speaks in calls. Returns its URI. */
async function openSpeaker(settings: Partial<SipSettings>, address: string): Promise<string> {
  const { sip, uri } = await openRig([{}], { media: openAudio(), settings, address })
  sip.onCall(({ callId, state }) => {
    if (state === 'active') sip.speak(callId, { kind: 'tone', hertz: 440, level: -10 })
  })
  return uri
}

/** A phone in a network of its own, which hears the device only where a filter lets it. */
async function openFarPhone(medianat: string) {
  const namespace = makeNamespace()
  onTestFinished(() => namespace.remove())
  const { inside, outside, beside, within } = namespace
  const phone = await openBaresip({
    account: () => `<sip:phone@${inside};transport=tcp>;regint=0;answermode=auto${medianat}`,
    address: inside,
    within,
    modules: ['stun', 'turn', 'ice'],
  })
  return {
    ...phone,
    outside,
    beside,
    uri: `sip:phone@${inside}:${phone.port};transport=tcp`,
    /** Its datagrams get lost on their way there. */
    cutOff(address: string) {
      const nowhere = inside.replace(/\d+$/, (last) => String(Number(last) + 3))
      const [program = '', ...args] = within
      const ip = (...more: string[]) => execFileSync(program, [...args, 'ip', ...more])
      const device = `${namespace.name}i`
      ip('neigh', 'add', nowhere, 'lladdr', '02:00:00:00:00:01', 'dev', device)
      ip('route', 'add', 'default', 'via', nowhere, 'dev', device, 'table', '7')
      ip('rule', 'add', 'to', address, 'ipproto', 'udp', 'lookup', '7')
    },
  }
}

type Said = { output(): string }

/** Where a phone says that RTP comes from. */
const sourceOf = async (phone: Said): Promise<string> => {
  const said = () => /receiving from (\S+)\s/g
  await until(() => expect(phone.output()).toMatch(said()))
  return Array.from(phone.output().matchAll(said()), ([, place = '']) => place).at(-1) ?? ''
}

const relaysOf = (coturn: Coturn): string[] =>
  Array.from(coturn.output().matchAll(/Local relay addr: (\S+)\s/g), ([, place = '']) => place)

test.each(['127.0.0.1', '::1'])('two devices with ICE hear each other at %s', async (address) => {
  const device = await openDevice({ ice: true }, address)
  device.sip.call(await openSpeaker({ ice: true }, address))
  await device.hears()
})

withRelay('a phone without ICE talks with the relay, in both directions of calls', async () => {
  const coturn = await openCoturn()
  const phone = await openBaresip({
    account: () => '<sip:phone@127.0.0.1>;regint=0;answermode=auto',
  })
  const device = await openDevice(turnAt(coturn.server))
  const callId = device.sip.call(`sip:phone@127.0.0.1:${phone.port};transport=udp`)
  await device.reaches(callId, 'active')
  await device.hears()
  await until(async () => expect(relaysOf(coturn)).toContain(await sourceOf(phone)))
  device.sip.terminate(callId)
  await device.reaches(callId, 'terminated')
  await until(() => expect(coturn.output().match(/refreshed, .*lifetime=0/g)).toHaveLength(2))
  await phone.command('dial', device.uri)
  await until(() => expect(device.sip.calls()[0]).toMatchObject({ state: 'active' }))
  await device.hears()
  await until(() => expect(phone.output().match(/receiving from/g)).toHaveLength(2))
  expect(relaysOf(coturn)).toHaveLength(4)
  expect(relaysOf(coturn).slice(2)).toContain(await sourceOf(phone))
})

withRelay(
  'a wrong password for the relay leaves calls as they are without, and is logged',
  async () => {
    const coturn = await openCoturn()
    const phone = await openBaresip({
      account: () => '<sip:phone@127.0.0.1>;regint=0;answermode=auto',
    })
    const device = await openDevice({
      turn: { server: coturn.server, user: TURN_USER.user, password: 'guessed' },
      ice: true,
    })
    device.sip.call(`sip:phone@127.0.0.1:${phone.port};transport=udp`)
    await device.hears()
    expect(relaysOf(coturn)).toEqual([])
    expect(device.logged.join('')).toContain('wrong user name or password')
  },
)

withRelay('two devices talk through their relays over IPv6', async () => {
  const coturn = await openCoturn({ address: '::1' })
  const device = await openDevice(turnAt(coturn.server), '::1')
  device.sip.call(await openSpeaker({ ...turnAt(coturn.server), ice: false }, '::1'))
  await device.hears()
  expect(relaysOf(coturn)).toHaveLength(4)
})

withIce.each(['outgoing', 'incoming'] as const)(
  'an %s call with ICE takes the direct way, for RTP and RTCP',
  { timeout: 60_000 },
  async (direction) => {
    const phone = await openFarPhone(';medianat=ice')
    const device = await openDevice({ ice: true }, phone.outside)
    if (direction === 'outgoing') device.sip.call(phone.uri)
    else await phone.command('dial', `${device.uri};transport=tcp`)
    await until(() => expect(device.sip.calls()[0]).toMatchObject({ direction, state: 'active' }))
    await device.hears()
    const ways = /connected: raddr (\S+):(\d+) (\S+):(\d+)/
    await until(() => expect(phone.output()).toMatch(ways))
    const [, address = '', port = '', ...report] = ways.exec(phone.output()) ?? []
    expect([address, ...report]).toEqual([phone.outside, phone.outside, String(Number(port) + 1)])
    expect(await sourceOf(phone)).toBe(`${address}:${port}`)
  },
)

withIce.each(['outgoing', 'incoming'] as const)(
  'an %s call with ICE goes through the relay where nothing else works',
  { timeout: 60_000 },
  async (direction) => {
    const phone = await openFarPhone(';medianat=ice')
    const coturn = await openCoturn({ address: phone.beside })
    const device = await openDevice(turnAt(coturn.server), phone.outside)
    phone.cutOff(phone.outside)
    if (direction === 'outgoing') device.sip.call(phone.uri)
    else await phone.command('dial', `${device.uri};transport=tcp`)
    await until(() => expect(device.sip.calls()[0]).toMatchObject({ direction, state: 'active' }))
    await device.hears()
    expect(relaysOf(coturn)).toContain(await sourceOf(phone))
  },
)
