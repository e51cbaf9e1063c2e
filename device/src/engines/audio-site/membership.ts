import type { AnswerOf, RequestOf } from '@lintel/contract/call'
import type { audioMembership } from '@lintel/contract/calls/audio-followers'
import type { Clock } from '../../clock/clock.ts'
import type { Database } from '../../state/database.ts'
import { openRecord } from '../../state/records.ts'

type Message = RequestOf<typeof audioMembership>
type Stored = Pick<Message, 'site' | 'leader' | 'followers'>
export type MembershipResult = AnswerOf<typeof audioMembership>['result']

/** The audio site that this device follows. */
export interface Membership {
  /** Undefined if it follows none. `heard`: the leader has reported within the last half minute. */
  get(): (Stored & { heard: boolean }) | undefined
  /** Carries out what a leader wants, durably. */
  take(message: Message): MembershipResult
  /** Leaves the site, durably; nothing if it follows none. */
  leave(): void
}

interface MembershipParts {
  database: Database
  clock: Pick<Clock, 'monotonic'>
  serial: string
  /** Whether this device leads a site itself. */
  leads: () => boolean
  /** Whether it follows a leader that doesn't speak this protocol. */
  followsAnother: () => boolean
}

/** Milliseconds after which a leader that reports every 10 s counts as gone. Own design. */
export const SILENCE_MS = 30_000

export function openMembership(parts: MembershipParts): Membership {
  const { database, clock, serial } = parts
  const record = openRecord<{ membership: Stored | null }>(database, 'audioMembership')
  const stored = () => record.get()?.membership ?? undefined
  /** A leader from before the start has some time to report. */
  let heardAt = clock.monotonic()

  function put(membership: Stored | null): void {
    if (JSON.stringify(membership) === JSON.stringify(stored() ?? null)) return
    record.put({ membership })
  }

  return {
    get() {
      const current = stored()
      return current && { ...current, heard: clock.monotonic() - heardAt < SILENCE_MS }
    },
    take({ wanted, site, leader, followers }) {
      if (leader.id === serial) return 'self'
      if (parts.leads()) return 'leads'
      const current = stored()
      if (parts.followsAnother() || (current && current.site.id !== site.id)) return 'follows'
      if (wanted === 'leave') put(null)
      if (wanted === 'leave' || (wanted === 'keep' && !current)) return 'left'
      heardAt = clock.monotonic()
      put({ site, leader, followers: followers.filter(({ id }) => id !== serial) })
      return 'member'
    },
    leave: () => put(null),
  }
}
