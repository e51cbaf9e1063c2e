import type { Phase } from '@lintel/contract/access'
import type { DigestAlgorithm } from './authorization.ts'
import type { FaultTable } from './fault-table.ts'
import type { Persona } from './persona.ts'

/** How API clients may sign in (`root.Network.HTTP.AuthenticationPolicy`). */
export type Policy = 'basic' | 'digest' | 'basic_digest' | 'recommended'

/** What is stored of a password: the hex digests of `user:realm:password` (RFC 7616 §3.4.2). */
export interface Credentials {
  ha1: { md5: string; sha256: string }
  groups: readonly string[]
}

/** An account for SOAP messages only. Their tokens are computed from the password itself. */
export interface TokenCredentials {
  password: string
  groups: readonly string[]
}

/** Milliseconds after which an unused session ends. */
export const SESSION_IDLE_MS = 12 * 60 * 60 * 1000

/** The sessions of people who signed in on the page. They survive a restart. */
export interface SessionStore {
  /** Starts a session and returns its token: at least 128 random bits in `A-Z a-z 0-9 - _`. */
  create(user: string, now: number): string
  /**
   * The user of a session, which counts as a use of it; undefined when it has ended or never
   * existed.
   */
  find(token: string, now: number): { user: string } | undefined
  end(token: string, now: number): void
  /** Ends every session of an account whose password changed or which was removed. */
  endFor(user: string): void
}

/** Recognises browsers in which somebody has signed in, also after a restart. */
export interface KnownBrowsers {
  /** A mark for another browser: `A-Z a-z 0-9 - _` that nobody else can make. */
  mark(proof: string): string
  /** The browser with this mark, and what was proved there; undefined if we did not make it. */
  find(mark: string): { id: string; proof: string } | undefined
}

/** Structured log lines, as pino takes them. */
export interface Log {
  info(values: object, message: string): void
  warn(values: object, message: string): void
  error(values: object, message: string): void
}

/**
 * What the front door needs to know of the device behind it. Every answer may change from call to
 * call.
 */
export interface DeviceContext {
  /** The realm of the challenges: the maker's prefix and the serial number. */
  readonly realm: string
  /**
   * Twelve upper-case hexadecimal digits. Part of the cookie's name, because cookies ignore ports.
   */
  readonly serial: string
  /** Where its pages are opened, if not at the device itself. */
  readonly gateway?: {
    /**
     * What their paths begin with in browsers: `/devices/front-gate`, or nothing. Requests arrive
     * without it.
     */
    base: string
    /** The device's own URL, without a path. */
    device: string
  }
  readonly phase: () => Phase
  /** Undefined if there is no such account. */
  readonly credentials: (user: string) => Credentials | undefined
  /** Undefined if there is no such ONVIF account. */
  readonly tokenCredentials: (user: string) => TokenCredentials | undefined
  readonly policy: () => Policy
  /** What Digest challenges offer, strongest first (`root.Network.HTTP.DigestAlgorithm`). */
  readonly digestAlgorithms: () => readonly DigestAlgorithm[]
  /** Names of the device, besides its addresses and `localhost`. */
  readonly hostNames: () => readonly string[]
  readonly sessions: SessionStore
  /**
   * Calls `fn` whenever accounts or sessions have changed, so that somebody may have lost a right.
   * Returns a function that ends that.
   */
  readonly onRightsChanged: (fn: () => void) => () => void
  readonly browsers: KnownBrowsers
  /**
   * Called with every wrong password.
   * @param failure.user the account; empty if there is none of that name, because people sometimes type
   *   a password there
   */
  readonly signInFailed: (failure: { user: string; address: string }) => void
  /** Whether a page is about to open here that signs its user in with a ticket. */
  readonly expectsTicket: () => boolean
  /** UTC milliseconds of the device's clock; it may jump. */
  readonly now: () => number
  /** Resolves after so many milliseconds of the device's monotonic clock. */
  readonly wait: (milliseconds: number) => Promise<void>
  /**
   * The language of the sign-in page, as a name (`German`) or a code (`de`). Undefined in front of a
   * device that doesn't tell it before people have signed in: then the page follows the browser.
   */
  readonly language: () => string | undefined
  readonly productName: () => string
  readonly serialNumber: () => string
  /**
   * The name that somebody gave the device, as long as the device tells it to everybody in its
   * network anyway.
   */
  readonly publishedName: () => string | undefined
  readonly log: Log
  readonly faults: FaultTable
  /** The firmware version that the device emulates. */
  readonly persona: () => Persona
}
