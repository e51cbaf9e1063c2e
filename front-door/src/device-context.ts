import type { Phase } from '@lintel/contract/access'
import type { FaultTable } from './fault-table.ts'
import type { Persona } from './persona.ts'

/** How API clients may sign in (`root.Network.HTTP.AuthenticationPolicy`). */
export type Policy = 'basic' | 'digest' | 'basic_digest' | 'recommended'

/** What is kept of a password: the hex digests of `user:realm:password` (RFC 7616 §3.4.2). */
export interface Credentials {
  ha1: { md5: string; sha256: string }
  groups: readonly string[]
}

/** An account that only SOAP messages sign in with, by a token that takes the password itself. */
export interface TokenCredentials {
  password: string
  groups: readonly string[]
}

/** A session ends when it was not used for so many milliseconds. */
export const SESSION_IDLE_MS = 12 * 60 * 60 * 1000

/** The sessions of people who signed in on the page. They outlive a restart. */
export interface SessionStore {
  /** Starts a session and gives its token: at least 128 random bits in `A-Z a-z 0-9 - _`. */
  create(user: string, now: number): string
  /** Whose session it is, and counts as a use of it; undefined when it never was or has ended. */
  find(token: string, now: number): { user: string } | undefined
  end(token: string): void
  /** Ends every session of an account: its password changed or it was removed. */
  endFor(user: string): void
}

/** Structured log lines, as pino takes them. */
export interface Log {
  info(values: object, message: string): void
  warn(values: object, message: string): void
  error(values: object, message: string): void
}

/** What the front door asks of the device behind it. Every answer may change from call to call. */
export interface DeviceContext {
  /** The realm of the challenges: the maker's prefix and the serial number. */
  readonly realm: string
  /** Twelve upper-case hexadecimal digits; part of the cookie's name, as cookies ignore ports. */
  readonly serial: string
  readonly phase: () => Phase
  /** Undefined for an account that does not exist. */
  readonly credentials: (user: string) => Credentials | undefined
  /** Undefined for an ONVIF account that does not exist. */
  readonly tokenCredentials: (user: string) => TokenCredentials | undefined
  readonly policy: () => Policy
  /** Names by which the device is called, beside its addresses and `localhost`. */
  readonly hostNames: () => readonly string[]
  readonly sessions: SessionStore
  /** Whether somebody is on the way here who is signed in by the page itself, with a ticket. */
  readonly expectsTicket: () => boolean
  /** UTC milliseconds of the device's clock; it may jump. */
  readonly now: () => number
  /** The language of the sign-in page, as a name (`German`) or a code (`de`). */
  readonly language: () => string
  readonly productName: () => string
  readonly log: Log
  readonly faults: FaultTable
  /** The firmware that it plays. */
  readonly persona: () => Persona
}
