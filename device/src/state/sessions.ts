import { createHash, randomBytes } from 'node:crypto'
import { SESSION_IDLE_MS } from '@lintel/front-door/device-context'
import type { SessionStore } from '@lintel/front-door/device-context'
import type { Database } from './database.ts'

/** How far the stored time of last use may lag, in milliseconds, to save writes. */
const LAG = 10 * 60_000
/** The maximum per account; a new session replaces the least recently used one. */
export const SESSIONS_PER_ACCOUNT = 50

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

interface Session {
  user: string
  /** UTC milliseconds of the last use; `stored` is what the database has. */
  used: number
  stored: number
}

export interface Sessions extends SessionStore {
  /** Shifts all times of last use after the clock was set, so that nobody counts as idle. */
  clockMoved(by: number): void
}

/** The sessions, in the database and cached in memory so that calls don't wait for the disk. */
export function openSessions(database: Database): Sessions {
  const sessions = new Map<string, Session>()

  function load(): void {
    sessions.clear()
    for (const row of database.all('SELECT hash, user, used FROM sessions')) {
      const used = Number(row['used'])
      sessions.set(String(row['hash']), { user: String(row['user']), used, stored: used })
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
      const ended = Array.from(sessions).filter(([, { used }]) => now - used > SESSION_IDLE_MS)
      const oldest = of(user)
        .toSorted(([, one], [, other]) => other.used - one.used)
        .slice(SESSIONS_PER_ACCOUNT - 1)
      forget(Array.from(new Set([...ended, ...oldest].map(([hash]) => hash))))
      const token = randomBytes(32).toString('base64url')
      const hash = hashOf(token)
      database.run('INSERT INTO sessions (hash, user, used) VALUES (?, ?, ?)', hash, user, now)
      sessions.set(hash, { user, used: now, stored: now })
      return token
    },
    find(token, now) {
      const hash = hashOf(token)
      const session = sessions.get(hash)
      if (!session || now - session.used > SESSION_IDLE_MS) return undefined
      session.used = now
      // After the clock was set back, the stored time lies in the future: that also needs an
      // update.
      if (Math.abs(now - session.stored) > LAG) {
        session.stored = now
        try {
          database.run('UPDATE sessions SET used = ? WHERE hash = ?', now, hash)
        } catch {
          // On a full disk the caller stays signed in; the session only expires earlier.
        }
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
    clockMoved(by) {
      database.run('UPDATE sessions SET used = used + ?', by)
      for (const session of sessions.values()) {
        session.used += by
        session.stored += by
      }
    },
  }
}
