import { createHash, randomBytes } from 'node:crypto'
import type { Database } from './database.ts'

/** Sign-ins that outlive a restart. Tokens are kept as hashes only. */
export interface Sessions {
  /** Starts a session and gives its secret token. `now` is UTC milliseconds. */
  create(user: string, now: number): string
  find(token: string, now: number): { user: string } | undefined
  end(token: string): void
  /** Ends every session of an account. */
  endFor(user: string): void
}

const HOUR = 3_600_000
/** A session ends after so long without a call. */
export const IDLE_LIMIT = 30 * 24 * HOUR
/** How stale the stored time of the last use may be: not every call is a write. */
const STALE = HOUR
/** Sessions of one account; the one used least recently makes room. */
export const SESSIONS_PER_ACCOUNT = 50

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The sessions in the database, also held in memory: a call must not wait for the disk. */
export function openSessions(database: Database): Sessions {
  const sessions = new Map<string, { user: string; used: number }>()

  function load(): void {
    sessions.clear()
    for (const row of database.all('SELECT hash, user, used FROM sessions')) {
      sessions.set(String(row['hash']), { user: String(row['user']), used: Number(row['used']) })
    }
  }

  function forget(hashes: string[]): void {
    if (hashes.length === 0) return
    database.tx(() => {
      for (const hash of hashes) database.run('DELETE FROM sessions WHERE hash = ?', hash)
    })
    for (const hash of hashes) sessions.delete(hash)
  }

  const of = (user: string) => Array.from(sessions).filter(([, session]) => session.user === user)

  load()
  database.onRestored(load)

  return {
    create(user, now) {
      const ended = Array.from(sessions).filter(([, { used }]) => now - used > IDLE_LIMIT)
      const oldest = of(user)
        .toSorted(([, one], [, other]) => other.used - one.used)
        .slice(SESSIONS_PER_ACCOUNT - 1)
      forget(Array.from(new Set([...ended, ...oldest].map(([hash]) => hash))))
      const token = randomBytes(32).toString('base64url')
      const hash = hashOf(token)
      database.run('INSERT INTO sessions (hash, user, used) VALUES (?, ?, ?)', hash, user, now)
      sessions.set(hash, { user, used: now })
      return token
    },
    find(token, now) {
      const hash = hashOf(token)
      const session = sessions.get(hash)
      if (!session || now - session.used > IDLE_LIMIT) return undefined
      // A clock that was put back makes the last use lie ahead; that must not prolong the session.
      if (Math.abs(now - session.used) > STALE) {
        try {
          database.run('UPDATE sessions SET used = ? WHERE hash = ?', now, hash)
        } catch {
          // A full disk is no reason to turn a signed-in person away: only the time stays as it was.
        }
        session.used = now
      }
      return { user: session.user }
    },
    end(token) {
      const hash = hashOf(token)
      if (sessions.has(hash)) forget([hash])
    },
    endFor(user) {
      forget(of(user).map(([hash]) => hash))
    },
  }
}
