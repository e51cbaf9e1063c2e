import { createHash, randomBytes } from 'node:crypto'
import { SESSION_IDLE_MS } from '@lintel/front-door/device-context'
import type { SessionStore } from '@lintel/front-door/device-context'
import type { Database } from './database.ts'

/** Milliseconds by which the stored time of the last use may lag: not every call is a write. */
const LAG = 10 * 60_000
/** Sessions of one account; the one used least recently makes room. */
export const SESSIONS_PER_ACCOUNT = 50

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

interface Session {
  user: string
  /** UTC milliseconds of the last use; `stored` is the one in the database. */
  used: number
  stored: number
}

export interface Sessions extends SessionStore {
  /** The clock was set by so many milliseconds: nobody was idle for that time. */
  clockMoved(by: number): void
}

/** The sessions in the database, also held in memory: a call must not wait for the disk. */
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
      // A clock that was put back leaves the stored use in the future: that is far off, too.
      if (Math.abs(now - session.stored) > LAG) {
        session.stored = now
        try {
          database.run('UPDATE sessions SET used = ? WHERE hash = ?', now, hash)
        } catch {
          // A full disk is no reason to turn a signed-in person away: the session only ends earlier.
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
