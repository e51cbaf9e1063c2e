import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { roleOf } from '@lintel/contract/access'
import type { Phase } from '@lintel/contract/access'
import { getBrand, getUnrestrictedProperties } from '@lintel/contract/calls/identity'
import { systemReady } from '@lintel/contract/calls/system'
import { getUserGroups } from '@lintel/contract/calls/users'
import { member, textMember } from '@lintel/contract/member'
import { createDeviceSignIn } from './account.ts'
import type { DeviceSignIn } from './account.ts'
import { openLink } from './link.ts'
import type { Link } from './link.ts'
import { openSessions } from './sessions.ts'
import type { Sessions } from './sessions.ts'
import { CertificateNotTrusted, openTrust } from './trust.ts'
import type { KnownBy, Trust } from './trust.ts'

/** A device to lead to. */
export interface DeviceEntry extends KnownBy {
  /** In the address of its console when there are several; `a-z 0-9 -`. */
  name: string
  url: URL
}

/** `untrusted`: a person has to confirm its certificate first. */
export type DeviceState = 'ready' | 'setup' | 'starting' | 'gone' | 'untrusted'

/** What a device tells without a sign-in; texts are empty if it does not. */
export interface Facts {
  state: DeviceState
  product: string
  serial: string
  firmware: string
}

/** A device on the network, as the gateway knows it. */
export interface RemoteDevice {
  readonly name: string
  readonly link: Link
  readonly trust: Trust
  readonly sessions: Sessions
  /** As of the last look. */
  facts(): Facts
  phase(): Phase
  /** Looks whether it answers, and what it is; never rejects. */
  look(): Promise<Facts>
  /**
   * Asks the device whether this is an account of it.
   * @returns its groups; undefined with a wrong password, and without any role
   * @throws TooManyAttempts, or the error of the connection
   */
  verify(user: string, password: string): Promise<readonly string[] | undefined>
  /**
   * Asks the device whether it still accepts an account; ends its sessions if not. Several questions
   * at once are one: each is a wrong attempt if the password has changed. A device that makes the
   * account wait does not accept it: whoever signs in again is told for how long.
   */
  stillAccepts(user: string, signIn: DeviceSignIn): Promise<boolean>
  /** Whether the device accepts this password of an account; nobody is signed in by that. */
  accepts(user: string, password: string): Promise<boolean>
  /**
   * The same before a page opens, without anybody else waiting for the answer. A device that takes longer
   * than a moment counts as accepting: the page's own calls will show.
   */
  opensPage(user: string, signIn: DeviceSignIn): Promise<boolean>
  /** Waits for the answer to such a question, if one is open. */
  settled(signIn: DeviceSignIn): Promise<boolean> | undefined
  close(): void
}

/** The device makes the account wait, because of too many wrong passwords; it says nothing of this one. */
export class TooManyAttempts extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super('Too many wrong attempts.')
    this.seconds = seconds
  }
}

/** Whether a device has refused the sign-in of a request, or did not look at it for wrong ones before. */
export const isRefused = ({ statusCode }: IncomingMessage): boolean =>
  statusCode === 401 || statusCode === 429

/** Seconds to wait if the device does not say how many. */
const WAIT = 15
/** Milliseconds for which a page waits until the device has said whether it still accepts the account. */
const MOMENT = 1_000
/** Bytes of the longest answer that the gateway itself reads. */
const ANSWER_MAX = 64 * 1024
/** Milliseconds that a device has to answer one of the gateway's own questions. */
const QUESTION = 10_000
/** The same where the device may hold the answer back because of a wrong password. */
const SIGN_IN = 20_000

export function openRemoteDevice({ name, url, ...known }: DeviceEntry): RemoteDevice {
  const trust = openTrust(known)
  const link = openLink(url, trust)
  const sessions = openSessions()
  let facts: Facts = { state: 'gone', product: '', serial: '', firmware: '' }

  const ask = async (
    order: Pick<Parameters<Link['send']>[0], 'method' | 'target' | 'body' | 'headers' | 'signIn'>,
  ): Promise<{ status: number; body: string; wait: number }> => {
    const limit = order.signIn ? SIGN_IN : QUESTION
    const signal = AbortSignal.timeout(limit)
    const answer = await link.send({ ...order, silence: limit, signal })
    const wait = Number(answer.headers['retry-after'] ?? WAIT) || WAIT
    return { status: answer.statusCode ?? 0, body: await shortText(answer), wait }
  }

  const askJson = async (
    { path, apiVersion, method }: typeof systemReady | typeof getUnrestrictedProperties,
    params?: object,
  ): Promise<unknown> => {
    const body = Buffer.from(JSON.stringify({ apiVersion, method, ...(params ? { params } : {}) }))
    const headers = { 'content-type': 'application/json' }
    const answer = await ask({ method: 'POST', target: path, headers, body })
    return member(parsed(answer.body), 'data')
  }

  /** The groups of an account; undefined if it may not sign in. */
  async function groupsOf(signIn: DeviceSignIn): Promise<readonly string[] | undefined> {
    const answer = await ask({ method: 'GET', target: getUserGroups.path, signIn })
    const { status, body } = answer
    // 403: an account without any role.
    if (status === 401 || status === 403) return undefined
    if (status === 429) throw new TooManyAttempts(answer.wait)
    if (status < 200 || status > 299) throw new Error(`The device answers ${status}.`)
    const { groups } = getUserGroups.format.decode(body)
    return roleOf(groups) && groups
  }

  const questions = new Map<DeviceSignIn, Promise<boolean>>()

  const settled = (signIn: DeviceSignIn) => questions.get(signIn)

  async function check(user: string, signIn: DeviceSignIn): Promise<boolean> {
    try {
      const groups = await groupsOf(signIn)
      const account = sessions.accountOf(user)
      if (!groups) sessions.endFor(user)
      else if (account?.signIn === signIn) account.groups = groups
      return groups !== undefined
    } catch (error) {
      if (!(error instanceof TooManyAttempts)) throw error
      sessions.endFor(user)
      return false
    }
  }

  function stillAccepts(user: string, signIn: DeviceSignIn): Promise<boolean> {
    const open = questions.get(signIn)
    if (open) return open
    const asked = check(user, signIn).finally(() => questions.delete(signIn))
    questions.set(signIn, asked)
    return asked
  }

  async function look(): Promise<Facts> {
    const state = await stateNow()
    const isKnown = facts.product !== ''
    const asked = state === 'ready' || state === 'setup'
    // It has no accounts, so what it is asked must not be signed in.
    if (state === 'setup') sessions.endAll()
    facts = asked && !isKnown ? { ...(await identity()), state } : { ...facts, state }
    return facts
  }

  async function stateNow(): Promise<DeviceState> {
    try {
      const data = await askJson(systemReady, { timeout: 0 })
      // Firmware before 9.50 does not have the call.
      if (textMember(data, 'needsetup') === 'yes') return 'setup'
      return textMember(data, 'systemready') === 'no' ? 'starting' : 'ready'
    } catch (error) {
      return error instanceof CertificateNotTrusted ? 'untrusted' : 'gone'
    }
  }

  async function identity(): Promise<Omit<Facts, 'state'>> {
    const list = member(
      await askJson(getUnrestrictedProperties).catch(() => undefined),
      'propertyList',
    )
    const own = { product: textMember(list, 'ProdShortName') || textMember(list, 'ProdNbr') }
    const rest = { serial: textMember(list, 'SerialNumber'), firmware: textMember(list, 'Version') }
    if (own.product !== '') return { ...own, ...rest }
    const brand = await ask({ method: 'GET', target: getBrand.path }).catch(() => undefined)
    return {
      ...rest,
      product: textMember(member(parsed(brand?.body ?? ''), 'Brand'), 'ProdShortName'),
    }
  }

  return {
    name,
    link,
    trust,
    sessions,
    facts: () => facts,
    phase: () => (facts.state === 'setup' ? 'setup' : 'ready'),
    look,
    async verify(user, password) {
      const signIn = createDeviceSignIn({ user, password }, link.secure)
      const groups = await groupsOf(signIn)
      if (groups) sessions.accept(user, { groups, password, signIn })
      return groups
    },
    settled,
    stillAccepts,
    async accepts(user, password) {
      const groups = await groupsOf(createDeviceSignIn({ user, password }, link.secure))
      return groups !== undefined
    },
    opensPage(user, signIn) {
      const asked = questions.get(signIn) ?? check(user, signIn)
      // What a device that does not answer would say is not known.
      return Promise.race([asked.catch(() => true), setTimeout(MOMENT, true, { ref: false })])
    },
    close: () => link.close(),
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

async function shortText(answer: IncomingMessage): Promise<string> {
  let size = 0
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > ANSWER_MAX) answer.destroy(new Error('The answer is too long.'))
  })
  return text(answer)
}
