import { randomBytes } from 'node:crypto'
import { SESSION_IDLE_MS } from '@lintel/front-door/device-context'
import type { SessionStore } from '@lintel/front-door/device-context'
import type { DeviceSignIn } from './account.ts'

/** An account of the device under which somebody is signed in. */
export interface SignedIn {
  /** As of the last look. */
  groups: readonly string[]
  /** The password, which is kept in memory only. */
  password: string
  signIn: DeviceSignIn
}

/** Who is signed in to one device. Nothing of it is ever stored. */
export interface Sessions extends SessionStore {
  /** The account under which `user` is signed in, or has just proved to be. */
  accountOf(user: string): SignedIn | undefined
  /** Remembers an account that the device has accepted. With another password, older sessions end. */
  accept(user: string, account: SignedIn): void
  /** Ends an account's sessions that began with another password. */
  endUnless(user: string, password: string): void
  /** Ends every session. */
  endAll(): void
  /** Calls `fn` when sessions have ended; returns a function that ends that. */
  onEnded(fn: () => void): () => void
}

/** Bytes of a token. */
const TOKEN = 24

export function openSessions(): Sessions {
  const accounts = new Map<string, SignedIn>()
  const sessions = new Map<string, { user: string; used: number }>()
  const followers = new Set<() => void>()

  const tell = (): void => {
    for (const fn of followers) fn()
  }

  /** Forgets the password of an account without sessions. */
  function forget(user: string): void {
    for (const session of sessions.values()) if (session.user === user) return
    accounts.delete(user)
  }

  function end(token: string): void {
    const session = sessions.get(token)
    if (!session) return
    sessions.delete(token)
    forget(session.user)
    tell()
  }

  function endFor(user: string): void {
    for (const [token, session] of sessions) if (session.user === user) sessions.delete(token)
    accounts.delete(user)
    tell()
  }

  function endUnless(user: string, password: string): void {
    if (accounts.get(user)?.password !== password) endFor(user)
  }

  return {
    accountOf: (user) => accounts.get(user),
    accept(user, account) {
      endUnless(user, account.password)
      accounts.set(user, account)
    },
    endUnless,
    create(user, now) {
      const token = randomBytes(TOKEN).toString('base64url')
      sessions.set(token, { user, used: now })
      return token
    },
    find(token, now) {
      const session = sessions.get(token)
      if (!session) return undefined
      if (now - session.used > SESSION_IDLE_MS) {
        end(token)
        return undefined
      }
      session.used = now
      return { user: session.user }
    },
    end,
    endFor,
    endAll() {
      for (const user of accounts.keys()) endFor(user)
    },
    onEnded(fn) {
      followers.add(fn)
      return () => void followers.delete(fn)
    },
  }
}
