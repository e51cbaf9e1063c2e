/**
 * Trials: a change that could lock somebody out, of the address above all, takes effect at once and
 * is reverted unless somebody who can still reach the device confirms it.
 */
import * as v from 'valibot'
import { restCall } from '../call.ts'

const origin = { source: 'own design', proof: 'own design', own: true } as const
const post = { ...origin, methods: ['POST'], effect: 'write' } as const
const get = { ...origin, methods: ['GET'], effect: 'read' } as const

/** The addresses of the device, as URLs without a path. */
export interface DeviceUrls {
  http: string
  /** Absent while https is closed. */
  https?: string
}

export type TrialStarted =
  | { stored: false; ticket: string; addresses: DeviceUrls; seconds: number }
  /**
   * There is nothing to try: the host lacks the address, so the values are stored and the device
   * stays where it is, or the web server has these settings already.
   */
  | { stored: true; addresses: DeviceUrls }

/** The change on trial. */
export type TrialChange =
  /** The address before the trial, and the one on trial. */
  | { kind: 'address'; from: string; to: string }
  /** The web server's settings on trial. */
  | { kind: 'security'; policy: string; certificate: string }

/** The outcome of the last trial. */
export type TrialState =
  | { state: 'none' }
  | ({ state: 'running'; user: string } & TrialChange)
  | ({
      state: 'reverted'
      user: string
      /** UTC, ISO 8601. */
      at: string
      /** Nobody confirmed it in time, or the device restarted. */
      why: 'unconfirmed' | 'restarted'
    } & TrialChange)

export const startTrial = restCall({
  ...post,
  id: 'trial.start',
  path: '/lintel/trial/start',
  access: 'admin',
  summary:
    'Sets parameters on trial, all or none: they take effect at once and are reverted after `seconds`, or by a restart, unless `ticket` is redeemed at one of the `addresses`. If the host lacks the new address they are stored at once (`stored`).',
  request: v.object({ values: v.record(v.string(), v.string()) }),
  data: v.custom<TrialStarted>(() => true),
})

export const startWebServerTrial = restCall({
  ...post,
  id: 'trial.webServer',
  path: '/lintel/trial/web-server',
  access: 'admin',
  summary:
    'Puts the certificate, connection policy and cipher suites of the web server on trial, after the same checks as `SetWebServerTlsConfiguration`; settings that already apply are stored at once (`stored`). The ticket is accepted only over a connection opened after the change (else 412); older connections end with their next response.',
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
    'Redeems a ticket, once: the change on trial stays, and the account that started it is signed in; the response sets its cookie.',
  request: v.object({ ticket: v.pipe(v.string(), v.maxLength(128)) }),
  data: v.object({ user: v.string() }),
})

export const tryAddress = restCall({
  ...get,
  id: 'trial.address',
  path: '/lintel/trial/address',
  access: 'admin',
  summary:
    "Says whether the host has an address (`onHost`), whether the device's ports are free there, and which URLs the device would have there.",
  request: v.object({ ip: v.string() }),
  data: v.custom<{ onHost: boolean; free: boolean; addresses: DeviceUrls }>(() => true),
})

export const getTrial = restCall({
  ...get,
  id: 'trial.state',
  path: '/lintel/trial/state',
  access: 'admin',
  summary:
    'Returns the running trial, or the last one if it was reverted, until that is dismissed.',
  request: v.object({}),
  data: v.custom<TrialState>(() => true),
})

export const dismissTrial = restCall({
  ...post,
  id: 'trial.dismiss',
  path: '/lintel/trial/dismiss',
  access: 'admin',
  summary: 'Dismisses the notice that the last trial was reverted.',
  request: v.object({}),
  data: v.object({}),
})
