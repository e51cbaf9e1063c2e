/**
 * Trials: changes that could lock somebody out (the address first of all) count at once, and go
 * back by themselves unless somebody who can still reach the device says that all is well.
 */
import * as v from 'valibot'
import { restCall } from '../call.ts'

const origin = { source: 'own design', proof: 'own design', own: true } as const
const post = { ...origin, methods: ['POST'], effect: 'write' } as const
const get = { ...origin, methods: ['GET'], effect: 'read' } as const

/** Where the device is opened, as URLs without a path. */
export interface DeviceUrls {
  http: string
  /** Absent as long as https is not open. */
  https?: string
}

export type TrialStarted =
  | { kept: false; ticket: string; addresses: DeviceUrls; seconds: number }
  /**
   * Nothing to try: the host lacks the address, so that the values are stored and the device stays
   * where it is, or the web server answers so already.
   */
  | { kept: true; addresses: DeviceUrls }

/** What is on trial. */
export type Tried =
  /** The address before the trial, and the one that is tried. */
  | { kind: 'address'; from: string; to: string }
  /** How the web server answers: what is tried. */
  | { kind: 'security'; policy: string; certificate: string }

/** What became of the last trial. */
export type TrialState =
  | { state: 'none' }
  | ({ state: 'running'; user: string } & Tried)
  | ({
      state: 'reverted'
      user: string
      /** UTC, ISO 8601. */
      at: string
      /** Nobody confirmed it in time, or the device restarted meanwhile. */
      why: 'unconfirmed' | 'restarted'
    } & Tried)

export const startTrial = restCall({
  ...post,
  id: 'trial.start',
  path: '/lintel/trial/start',
  access: 'admin',
  summary:
    'Sets parameters on trial, all or none: they count at once and go back after `seconds`, or with a restart, unless `ticket` is redeemed at one of the `addresses`. Where the host lacks the address that they ask for they are stored at once (`kept`).',
  request: v.object({ values: v.record(v.string(), v.string()) }),
  data: v.custom<TrialStarted>(() => true),
})

export const startWebServerTrial = restCall({
  ...post,
  id: 'trial.webServer',
  path: '/lintel/trial/web-server',
  access: 'admin',
  summary:
    'Puts certificate, connection policy and cipher suites of the web server on trial, after the same checks as `SetWebServerTlsConfiguration`; what is so already is stored at once (`kept`). The ticket counts only over a connection made after the change (else a 412): every older one ends with its next answer.',
  request: v.object({
    /** Id of the certificate; absent for the policy `Http`. */
    certificate: v.optional(v.string()),
    policy: v.picklist(['Http', 'Https', 'HttpAndHttps']),
    /** OpenSSL names. */
    ciphers: v.array(v.string()),
  }),
  data: v.custom<TrialStarted>(() => true),
})

export const confirmTrial = restCall({
  ...post,
  id: 'trial.confirm',
  path: '/lintel/trial/confirm',
  access: 'anyone',
  summary:
    'Redeems a ticket, once: what is on trial stays, and the account that started it is signed in; the answer sets its cookie.',
  request: v.object({ ticket: v.pipe(v.string(), v.maxLength(128)) }),
  data: v.object({ user: v.string() }),
})

export const tryAddress = restCall({
  ...get,
  id: 'trial.address',
  path: '/lintel/trial/address',
  access: 'admin',
  summary:
    "Whether the host has an address (`onHost`), whether the device's ports are free there, and where the device would then be opened.",
  request: v.object({ ip: v.string() }),
  data: v.custom<{ onHost: boolean; free: boolean; addresses: DeviceUrls }>(() => true),
})

export const getTrial = restCall({
  ...get,
  id: 'trial.state',
  path: '/lintel/trial/state',
  access: 'admin',
  summary: 'The trial that runs, or the last one when it went back, until somebody dismisses that.',
  request: v.object({}),
  data: v.custom<TrialState>(() => true),
})

export const dismissTrial = restCall({
  ...post,
  id: 'trial.dismiss',
  path: '/lintel/trial/dismiss',
  access: 'admin',
  summary: 'Forgets that the last trial went back.',
  request: v.object({}),
  data: v.object({}),
})
