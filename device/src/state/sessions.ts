import { hash, randomBytes } from 'node:crypto'
import { Refusal } from '@lintel/contract/fault'
import { SESSION_IDLE_MS } from '@lintel/front-door/device-context'
import type { SessionStore } from '@lintel/front-door/device-context'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'

/** How far the stored time of last use may lag, in milliseconds, to save writes. */
const LAG = 10 * 60_000
/** How long after a full disk before it is tried again, in milliseconds. */
const RETRY = 60_000
/** The maximum per account; a new session replaces the least recently used one. */
export const SESSIONS_PER_ACCOUNT = 50
const DAY = 24 * 60 * 60_000

const hashOf = (token: string) => hash('sha256', token, 'base64url')

interface Session {
  user: string
  /** UTC milliseconds of the start and of the last use. */
  created: number
  used: number
  /** The time of last use in the database; undefined if all of it has to be written. */
  stored: number | undefined
}

export interface Sessions extends SessionStore {
  /** Shifts all times after the clock was set, so that nobody counts as idle. */
  clockMoved(by: number): void
  /** Calls `fn` after sessions have ended, other than by their age. */
  subscribe(fn: () => void): () => void
}

interface SessionParts {
  log: Pick<Log, 'warn' | 'info'>
  /** Days after which a session ends, however much it is used. */
  longestDays: () => number
}

/**
 * The sessions: in memory, so that calls don't wait for the disk, and in the database, so that they
 * survive a restart. People can sign in and out while the disk is full; that is stored once there
 * is room again, or lost with a restart before.
 */
export function openSessions(database: Database, { log, longestDays }: SessionParts): Sessions {
  const sessions = new Map<string, Session>()
  /** Ended sessions that are still in the database. */
  const ended = new Set<string>()
  const subscribers = new Set<() => void>()
  /** When the disk turned out to be full; undefined while it is not. */
  let fullSince: number | undefined

  function load(): void {
    sessions.clear()
    ended.clear()
    for (const row of database.all('SELECT hash, user, created, used FROM sessions')) {
      const [created, used] = [Number(row['created']), Number(row['used'])]
      const user = String(row['user'])
      sessions.set(String(row['hash']), { user, created, used, stored: used })
    }
  }

  /** Writes what the database lacks, unless the disk was full a moment ago. */
  function store(now: number): void {
    if (fullSince !== undefined && Math.abs(now - fullSince) < RETRY) return
    const behind = Array.from(sessions).filter(
      // After the clock was set back, the stored time lies in the future.
      ([, { used, stored }]) => stored === undefined || Math.abs(used - stored) > LAG,
    )
    if (behind.length === 0 && ended.size === 0) return
    try {
      database.tx(() => {
        for (const hash of ended) database.run('DELETE FROM sessions WHERE hash = ?', hash)
        for (const [hash, { user, created, used }] of behind) {
          database.run(
            'INSERT OR REPLACE INTO sessions (hash, user, created, used) VALUES (?, ?, ?, ?)',
            hash,
            user,
            created,
            used,
          )
        }
      })
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      if (fullSince === undefined) {
        const lines = { notStored: behind.length + ended.size }
        log.warn(lines, 'sessions are only in memory, as they could not be stored')
      }
      fullSince = now
      return
    }
    for (const [, session] of behind) session.stored = session.used
    ended.clear()
    if (fullSince !== undefined) log.info({}, 'sessions are stored again')
    fullSince = undefined
  }

  function forget(hashes: Iterable<string>): void {
    for (const hash of hashes) if (sessions.delete(hash)) ended.add(hash)
  }

  function notify(): void {
    for (const fn of subscribers) fn()
  }

  const isOver = ({ created, used }: Session, now: number): boolean =>
    now - used > SESSION_IDLE_MS || now - created > longestDays() * DAY
  const of = (user: string) => Array.from(sessions).filter(([, session]) => session.user === user)

  load()
  database.onRestored(() => {
    load()
    notify()
  })

  return {
    create(user, now) {
      const old = Array.from(sessions).filter(([, session]) => isOver(session, now))
      const oldest = of(user)
        .toSorted(([, one], [, other]) => other.used - one.used)
        .slice(SESSIONS_PER_ACCOUNT - 1)
      forget([...old, ...oldest].map(([hash]) => hash))
      const token = randomBytes(32).toString('base64url')
      sessions.set(hashOf(token), { user, created: now, used: now, stored: undefined })
      store(now)
      return token
    },
    find(token, now) {
      const session = sessions.get(hashOf(token))
      if (!session || isOver(session, now)) return undefined
      session.used = now
      const { stored } = session
      if (stored === undefined || Math.abs(now - stored) > LAG) store(now)
      return { user: session.user }
    },
    end(token, now) {
      forget([hashOf(token)])
      store(now)
      notify()
    },
    endFor(user) {
      // Part of the transaction that changes the account: both are stored, or neither.
      database.run('DELETE FROM sessions WHERE user = ?', user)
      database.afterCommit(() => {
        for (const [hash] of of(user)) sessions.delete(hash)
        notify()
      })
    },
    clockMoved(by) {
      for (const session of sessions.values()) {
        session.used += by
        session.created += by
        session.stored = undefined
      }
      // Whenever the disk was last full.
      store(Infinity)
    },
    subscribe(fn) {
      subscribers.add(fn)
      return () => void subscribers.delete(fn)
    },
  }
}
