import * as v from 'valibot'
import type { AnswerOf, RequestOf } from '@lintel/contract/call'
import { audioMembership } from '@lintel/contract/calls/audio-followers'
import type { addFollower, FollowerResult } from '@lintel/contract/calls/audio-followers'
import { Refusal } from '@lintel/contract/fault'
import type { AudioPeer } from '@lintel/contract/wire'
import type { Platform } from '../../platform.ts'
import { openRecord } from '../../state/records.ts'
import { AccessServerError, accessServer } from '../card-reader/ip-access-server.ts'
import type { AccessServer, ServerFailure } from '../card-reader/ip-access-server.ts'
import type { Site } from './site.ts'

type Message = RequestOf<typeof audioMembership>
type Answer = AnswerOf<typeof audioMembership>
type Account = RequestOf<typeof addFollower>
type Status = AudioPeer['status']

/** A device that follows the site which this one leads. The password is sealed. */
export type Follower = Account & Answer['device']

/** The devices that follow the site which this one leads. */
export interface Followers {
  /** In the order in which they were added, with their status at the last look. */
  all(): (Follower & { status: Status })[]
  /** Makes a device join and stores it, durably. Throws `Refusal` with too many. */
  add(account: Account, site: Site): Promise<{ result: FollowerResult; name: string }>
  /**
   * Removes one and tells it; resolves to whether it could be told. Throws `Refusal` if it is none.
   */
  remove(id: string, site: Site): Promise<boolean>
  /** Removes all, durably; they are told without being waited for. */
  removeAll(site: Site): void
  /** Looks at each of them; those that have left the site are removed. */
  refresh(site: Site, cable: boolean): Promise<void>
  /** Forgets what the last looks found. */
  forget(): void
}

interface FollowersParts extends Pick<Platform, 'database' | 'secrets' | 'clock' | 'log'> {
  /** This device as its followers know it. */
  own: () => Message['leader']
  /** Certificates of the authorities that the site trusts, in PEM. */
  authorities: () => readonly string[]
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
  noSignIn: 'password',
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

export function openFollowers(parts: FollowersParts): Followers {
  const { database, secrets, clock, log, own, authorities, signal } = parts
  const record = openRecord<{ followers: Follower[] }>(database, 'audioFollowers')
  const statuses = new Map<string, Status>()
  /** Until when those that have refused the account are left alone, by the monotonic clock. */
  const pauses = new Map<string, number>()
  const stored = () => record.get()?.followers ?? []

  /** Removed passwords are not left in the database. */
  function put(followers: Follower[]): void {
    if (JSON.stringify(followers) === JSON.stringify(stored())) return
    database.tx(() => {
      record.put({ followers })
      database.scrub()
    })
  }

  const linkTo = ({ address, secure, user, password }: Account): AccessServer =>
    accessServer(
      {
        Scheme: secure ? 'https' : 'http',
        Address: address,
        Username: user,
        Password: password,
        VerifyCertificate: true,
      },
      { clock, authorities },
    )

  /**
   * A new one for each message: one that remembers the challenge tries a wrong password twice, and
   * the follower holds its answers back after a few.
   */
  const linkOf = (follower: Follower): AccessServer =>
    linkTo({ ...follower, password: secrets.open(follower.password, ownerOf(follower.id)) ?? '' })

  /** @throws AccessServerError, or the signal's reason */
  async function ask(
    link: AccessServer,
    wanted: Message['wanted'],
    { id, name }: Site,
  ): Promise<Answer> {
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
    if (!parsed.success) throw new AccessServerError('unreadable')
    return parsed.output
  }

  const all = () =>
    stored().map((follower) => ({
      ...follower,
      status: statuses.get(follower.id) ?? ('Initiating' as const),
    }))

  /** Whether it could be told. */
  async function tellToLeave(link: AccessServer, site: Site): Promise<boolean> {
    try {
      await ask(link, 'leave', site)
      return true
    } catch (cause) {
      if (!(cause instanceof AccessServerError)) throw cause
      return false
    }
  }

  function drop(id: string): void {
    put(stored().filter((one) => one.id !== id))
    statuses.delete(id)
    pauses.delete(id)
  }

  /** Looks at one; whoever is removed meanwhile stays removed. */
  async function look(follower: Follower, site: Site): Promise<void> {
    if ((pauses.get(follower.id) ?? 0) > clock.monotonic()) return
    const found = await ask(linkOf(follower), 'keep', site).catch((cause: unknown) => {
      if (!(cause instanceof AccessServerError)) throw cause
      return cause.failure
    })
    const { id, password } = follower
    if (!stored().some((one) => one.id === id && one.password === password)) return
    if (typeof found === 'string') {
      const refused = ['password', 'noRight'].includes(RESULTS[found])
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
      put(stored().map((one) => (one.id === id ? { ...one, ...found.device } : one)))
    }
  }

  return {
    all,
    async add(account, site) {
      if (stored().length >= MOST) {
        throw new Refusal('invalid', `An audio site has at most ${MOST} followers.`)
      }
      try {
        const { result, device } = await ask(linkTo(account), 'join', site)
        if (result !== 'member') return { result: ANSWERS[result], name: '' }
        const { id, name } = device
        const added = {
          ...account,
          ...device,
          password: secrets.seal(account.password, ownerOf(id)),
        }
        put([...stored().filter((one) => one.id !== id), added])
        pauses.delete(id)
        statuses.set(id, 'Online')
        return { result: 'added', name }
      } catch (cause) {
        if (!(cause instanceof AccessServerError)) throw cause
        return { result: RESULTS[cause.failure], name: '' }
      }
    },
    async remove(id, site) {
      const follower = stored().find((one) => one.id === id)
      if (!follower) throw new Refusal('absent', 'No such device follows this one.')
      const link = linkOf(follower)
      drop(id)
      return tellToLeave(link, site)
    },
    removeAll(site) {
      const left = stored().map(linkOf)
      put([])
      statuses.clear()
      pauses.clear()
      // A device that closes meanwhile tells nobody.
      const tell = (link: AccessServer) => void tellToLeave(link, site).catch(() => undefined)
      database.afterCommit(() => left.forEach(tell))
    },
    async refresh(site, cable) {
      if (cable) await Promise.all(stored().map((follower) => look(follower, site)))
      else for (const { id } of stored()) statuses.set(id, 'Offline')
    },
    forget() {
      statuses.clear()
      pauses.clear()
    },
  }
}
