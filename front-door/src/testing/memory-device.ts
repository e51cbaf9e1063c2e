import { randomBytes } from 'node:crypto'
import type { FaultSwitch } from '@lintel/contract/wire'
import { ha1Of } from '../digest.ts'
import { openFaultTable } from '../fault-table.ts'
import type { DigestAlgorithm } from '../authorization.ts'
import type { Credentials, DeviceContext, Policy, TokenCredentials } from '../device-context.ts'
import type { PersonaId } from '@lintel/contract/firmware'
import { personaOf } from '../persona.ts'

export interface LogLine {
  level: 'info' | 'warn' | 'error'
  values: Record<string, unknown>
  message: string
}

/** A device context in memory; tests can change everything it answers. */
export interface MemoryDevice extends DeviceContext {
  accounts: Map<string, Credentials>
  /** ONVIF accounts by name; none at first. */
  tokenAccounts: Map<string, TokenCredentials>
  lines: LogLine[]
  used: FaultSwitch[][]
  /** What `signInFailed` was called with. */
  signInFailures: { user: string; address: string }[]
  state: {
    phase: 'setup' | 'ready'
    policy: Policy
    digestAlgorithms: readonly DigestAlgorithm[]
    now: number
    language: string
    publishedName: string | undefined
    hostNames: string[]
    persona: PersonaId
    expectsTicket: boolean
    /** Waits move the clock at once, in place of waiting for `advance`. */
    skipWaits: boolean
  }
  /** How long each wait was asked to be, in milliseconds. */
  waits: number[]
  /** Moves the clock, and ends the waits that are due. */
  advance(milliseconds: number): void
  addAccount(user: string, password: string, groups: readonly string[]): void
  /** Reports to the front door that accounts or sessions have changed. */
  rightsChanged(): void
}

/** Has the accounts root, oper and view; each one's password is `pass-` and its name. */
export function memoryDevice(): MemoryDevice {
  const realm = 'AXIS_ACCC8E012345'
  const accounts = new Map<string, Credentials>()
  const tokenAccounts = new Map<string, TokenCredentials>()
  const tokens = new Map<string, string>()
  const marks = new Map<string, string>()
  const waits: number[] = []
  const pending: { due: number; resolve: () => void }[] = []
  const followers = new Set<() => void>()
  const lines: LogLine[] = []
  const used: FaultSwitch[][] = []
  const signInFailures: MemoryDevice['signInFailures'] = []
  const state: MemoryDevice['state'] = {
    phase: 'ready',
    policy: 'recommended',
    digestAlgorithms: ['MD5'],
    now: Date.UTC(2026, 10, 20, 14, 7, 32),
    language: 'English',
    publishedName: undefined as string | undefined,
    hostNames: ['front-gate'],
    persona: 'own',
    expectsTicket: false,
    skipWaits: true,
  }
  const at =
    (level: LogLine['level']) =>
    (values: object, message: string): void => {
      lines.push({ level, values: { ...values }, message })
    }
  const device: MemoryDevice = {
    realm,
    serial: 'ACCC8E012345',
    accounts,
    tokenAccounts,
    lines,
    used,
    state,
    phase: () => state.phase,
    credentials: (user) => accounts.get(user),
    tokenCredentials: (user) => tokenAccounts.get(user),
    policy: () => state.policy,
    digestAlgorithms: () => state.digestAlgorithms,
    hostNames: () => state.hostNames,
    sessions: {
      create(user) {
        const token = randomBytes(24).toString('base64url')
        tokens.set(token, user)
        return token
      },
      find(token) {
        const user = tokens.get(token)
        return user === undefined ? undefined : { user }
      },
      end: (token) => void tokens.delete(token),
      endFor(user) {
        for (const [token, whose] of tokens) if (whose === user) tokens.delete(token)
      },
    },
    onRightsChanged(fn) {
      followers.add(fn)
      return () => void followers.delete(fn)
    },
    rightsChanged() {
      for (const fn of followers) fn()
    },
    signInFailed: (failure) => void signInFailures.push(failure),
    signInFailures,
    expectsTicket: () => state.expectsTicket,
    browsers: {
      mark(proof) {
        const mark = randomBytes(24).toString('base64url')
        marks.set(mark, proof)
        return mark
      },
      find(mark) {
        const proof = marks.get(mark)
        return proof === undefined ? undefined : { id: mark, proof }
      },
    },
    now: () => state.now,
    wait(milliseconds) {
      waits.push(milliseconds)
      if (state.skipWaits) {
        state.now += milliseconds
        return Promise.resolve()
      }
      const due = state.now + milliseconds
      return new Promise((resolve) => pending.push({ due, resolve }))
    },
    waits,
    advance(milliseconds) {
      state.now += milliseconds
      for (const one of pending) if (one.due <= state.now) one.resolve()
    },
    language: () => state.language,
    productName: () => 'A8307-E',
    serialNumber: () => 'B8A44F010203',
    publishedName: () => state.publishedName,
    log: { info: at('info'), warn: at('warn'), error: at('error') },
    faults: openFaultTable((left) => void used.push(left)),
    persona: () => personaOf(state.persona),
    addAccount(user, password, groups) {
      accounts.set(user, { ha1: ha1Of(user, realm, password), groups })
    },
  }
  device.addAccount('root', 'pass-root', ['root', 'admin', 'operator', 'viewer', 'ptz'])
  device.addAccount('oper', 'pass-oper', ['users', 'operator', 'viewer'])
  device.addAccount('view', 'pass-view', ['users', 'viewer'])
  return device
}
