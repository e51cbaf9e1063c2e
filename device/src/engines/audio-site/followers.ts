import * as v from 'valibot'
import type { AnswerOf, RequestOf } from '@lintel/contract/call'
import { audioMembership } from '@lintel/contract/calls/audio-followers'
import type { addFollower, FollowerResult } from '@lintel/contract/calls/audio-followers'
import { Refusal } from '@lintel/contract/fault'
import type { AudioPeer } from '@lintel/contract/wire'
import type { Platform } from '../../platform.ts'
import { openRecord } from '../../state/records.ts'
import { RemoteServerError, remoteServer } from '../remote-server.ts'
import type { RemoteServer, ServerFailure } from '../remote-server.ts'
import { noSite } from './site.ts'
import type { Site } from './site.ts'

type Message = RequestOf<typeof audioMembership>
type Answer = AnswerOf<typeof audioMembership>
type Account = RequestOf<typeof addFollower>
type Status = AudioPeer['status']

/**
 * A device that follows the site which this one leads, as it is stored. `address` is what somebody
 * entered; the password is sealed.
 */
type Stored = Account &
  Omit<Answer['device'], 'address'> & {
    /** The address that it gives for itself, for links. */
    ownAddress: string
  }

/** A follower, with its status at the last look, and the user as whom this device signs in. */
export type Follower = Answer['device'] & { status: Status; user: string }

/** The devices that follow the site which this one leads. */
export interface Followers {
  /** In the order in which they were added. */
  all(): Follower[]
  /**
   * Makes a device join and stores it, durably. Throws `Refusal` with too many, or if the site has
   * ended meanwhile; a device that has joined by then leaves again.
   * @param ended whether the site is no longer led
   */
  add(
    account: Account,
    site: Site,
    ended: () => boolean,
  ): Promise<{ result: FollowerResult; name: string }>
  /**
   * Removes one and tells it; resolves to whether it knows. Throws `Refusal` if it is none.
   */
  remove(id: string, site: Site): Promise<boolean>
  /** Removes all, durably; they are told without being waited for. */
  removeAll(site: Site): void
  /** Looks at each of them; those that have left the site are removed. */
  refresh(site: Site): Promise<void>
  /** Forgets what the last looks found. */
  forget(): void
}

interface FollowersParts extends Pick<Platform, 'database' | 'secrets' | 'clock' | 'log'> {
  /** This device as its followers know it. */
  own: () => Message['leader']
  /** Certificates of the authorities that the site trusts, in PEM. */
  authorities: () => readonly string[]
  /** Whether the network cable is plugged in; without it nobody is reached. */
  cable: () => boolean
  /** Aborted when the device closes. */
  signal: AbortSignal
}

/** As many as a page of the console lists. Own design. */
const MOST = 64

/** Milliseconds for which a follower that has refused the account is left alone. Own design. */
export const REFUSED_MS = 300_000

const ownerOf = (id: string): string => `audio follower ${id}`

/** What a failed request says about a follower that was to be added. */
const RESULTS: Record<ServerFailure, FollowerResult> = {
  address: 'unreachable',
  unreachable: 'unreachable',
  late: 'unreachable',
  redirected: 'secureOnly',
  notEncrypted: 'certificate',
  untrusted: 'certificate',
  otherName: 'certificate',
  expired: 'certificate',
  refusedUser: 'password',
  // Over HTTP, the password itself is never sent.
  noSignIn: 'secureOnly',
  noRight: 'noRight',
  unreadable: 'otherDevice',
}

/** What the answer of a follower that was to be added says. */
const ANSWERS: Record<Answer['result'], FollowerResult> = {
  member: 'added',
  left: 'otherDevice',
  leads: 'leads',
  follows: 'follows',
  self: 'self',
}

const tooMany = () => new Refusal('invalid', `An audio site has at most ${MOST} followers.`)

/** What a device tells of itself, as it is stored. */
const told = ({ address, ...device }: Answer['device']) => ({ ...device, ownAddress: address })

export function openFollowers(parts: FollowersParts): Followers {
  const { database, secrets, clock, log, own, authorities, cable, signal } = parts
  const record = openRecord<{ followers: Stored[] }>(database, 'audioFollowers')
  const statuses = new Map<string, Status>()
  /** Until when those that have refused the account are left alone, by the monotonic clock. */
  const pauses = new Map<string, number>()
  const stored = () => record.get()?.followers ?? []

  /** Removed passwords are not left in the database. */
  function put(followers: Stored[]): void {
    if (JSON.stringify(followers) === JSON.stringify(stored())) return
    database.tx(() => {
      record.put({ followers })
      database.scrub()
    })
  }

  const linkTo = ({ address, secure, user, password }: Account): RemoteServer =>
    remoteServer(
      {
        scheme: secure ? 'https' : 'http',
        address,
        user,
        password,
        verifyCertificate: true,
      },
      { clock, authorities },
    )

  /**
   * A new one for each message: one that remembers the challenge tries a wrong password twice, and
   * the follower holds its answers back after a few.
   */
  const linkOf = (follower: Stored): RemoteServer =>
    linkTo({ ...follower, password: secrets.open(follower.password, ownerOf(follower.id)) ?? '' })

  /** @throws RemoteServerError, or the signal's reason */
  async function ask(
    link: RemoteServer,
    wanted: Message['wanted'],
    { id, name }: Site,
  ): Promise<Answer> {
    if (!cable()) throw new RemoteServerError('unreachable')
    const followers = all().map(({ id: serial, name: called, mac, type, address, status }) => ({
      id: serial,
      name: called,
      mac,
      type,
      address,
      status,
    }))
    const message: Message = { wanted, site: { id, name }, leader: own(), followers }
    const answer = await link.post(audioMembership.path, message, signal)
    const parsed = v.safeParse(audioMembership.data, answer)
    if (!parsed.success) throw new RemoteServerError('unreadable')
    return parsed.output
  }

  const all = (): Follower[] =>
    stored().map(({ id, name, mac, type, ownAddress, user }) => {
      const status = statuses.get(id) ?? 'Initiating'
      return { id, name, mac, type, address: ownAddress, status, user }
    })

  /** Whether this device, and no other that has its address now, knows that it has left. */
  async function tellToLeave(link: RemoteServer, site: Site, id: string): Promise<boolean> {
    try {
      return (await ask(link, 'leave', site)).device.id === id
    } catch (cause) {
      if (!(cause instanceof RemoteServerError)) throw cause
      return false
    }
  }

  function drop(id: string): void {
    put(stored().filter((one) => one.id !== id))
    statuses.delete(id)
    pauses.delete(id)
  }

  /** Looks at one; whoever is removed meanwhile stays removed. */
  async function look(follower: Stored, site: Site): Promise<void> {
    if ((pauses.get(follower.id) ?? 0) > clock.monotonic()) return
    const found = await ask(linkOf(follower), 'keep', site).catch((cause: unknown) => {
      if (!(cause instanceof RemoteServerError)) throw cause
      return cause.failure
    })
    const { id, password } = follower
    if (!stored().some((one) => one.id === id && one.password === password)) return
    if (typeof found === 'string') {
      const refused = ['refusedUser', 'noSignIn', 'noRight'].includes(found)
      statuses.set(id, refused ? 'AuthenticationFailed' : 'Offline')
      if (refused) pauses.set(id, clock.monotonic() + REFUSED_MS)
    } else if (found.device.id !== id) {
      // Another device has its address now.
      statuses.set(id, 'Offline')
    } else if (found.result === 'left') {
      log.info({ follower: id }, 'a follower has left the audio site')
      drop(id)
    } else {
      statuses.set(id, found.result === 'member' ? 'Online' : 'InOtherPeerNetwork')
      put(stored().map((one) => (one.id === id ? { ...one, ...told(found.device) } : one)))
    }
  }

  return {
    all,
    async add(account, site, ended) {
      const link = linkTo(account)
      const answer = await ask(link, 'join', site).catch((cause: unknown) => {
        if (!(cause instanceof RemoteServerError)) throw cause
        return cause.failure
      })
      if (typeof answer === 'string') return { result: RESULTS[answer], name: '' }
      const { result, device } = answer
      if (result !== 'member') return { result: ANSWERS[result], name: '' }
      const { id, name } = device
      // What has changed while the other device was asked counts.
      const others = stored().filter((one) => one.id !== id)
      const refusal = ended() ? noSite() : others.length >= MOST ? tooMany() : undefined
      if (refusal) {
        await tellToLeave(link, site, id)
        throw refusal
      }
      const password = secrets.seal(account.password, ownerOf(id))
      put([...others, { ...account, ...told(device), password }])
      pauses.delete(id)
      statuses.set(id, 'Online')
      return { result: 'added', name }
    },
    async remove(id, site) {
      const follower = stored().find((one) => one.id === id)
      if (!follower) throw new Refusal('absent', 'No such device follows this one.')
      const link = linkOf(follower)
      drop(id)
      return tellToLeave(link, site, id)
    },
    removeAll(site) {
      const left = stored().map((one) => ({ id: one.id, link: linkOf(one) }))
      put([])
      statuses.clear()
      pauses.clear()
      // A device that closes meanwhile tells nobody.
      database.afterCommit(() => {
        for (const { id, link } of left) tellToLeave(link, site, id).catch(() => undefined)
      })
    },
    async refresh(site) {
      await Promise.all(stored().map((follower) => look(follower, site)))
    },
    forget() {
      statuses.clear()
      pauses.clear()
    },
  }
}
