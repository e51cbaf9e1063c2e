import { createClient } from '@lintel/contract/client'
import type { Client, Transport } from '@lintel/contract/client'
import type { Call } from '@lintel/contract/call'
import { getUserGroups } from '@lintel/contract/calls/users'
import type { DeviceSignIn } from '../account.ts'
import type { Link } from '../link.ts'
import { CertificateNotTrusted } from '../trust.ts'
import { INPUTS, knownFrom } from './inputs.ts'
import { RECORDED } from './left-out.ts'
import { PROBES } from './recording.ts'
import type { Exchange } from './recording.ts'
import { recordingFetch } from './recording-fetch.ts'
import { soapRequest } from './soap-request.ts'

/** What a device answered, before anything is masked. */
export interface Walk {
  exchanges: readonly Exchange[]
  /** The ids of calls that got no answer, or one that was too long. */
  failed: readonly string[]
}

/** The device does not accept the account. Nothing more has been asked. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn'
}

export interface WalkOptions {
  signIn: DeviceSignIn
  /** Called before each request, with how many have been made. */
  onRequest?: (count: number) => void
  /** Milliseconds that a device has for an answer. */
  timeoutMs?: number
}

/** Old devices take long to list all parameters. */
const TIMEOUT = 60_000

/**
 * Makes each recorded call of the contract at a device, one after the other: first those that need
 * nothing, then those that need what these told.
 * @throws NotSignedIn, CertificateNotTrusted, or the error of the connection if there is no answer at
 *   all
 */
export async function walk(
  link: Link,
  { signIn, onRequest, timeoutMs = TIMEOUT }: WalkOptions,
): Promise<Walk> {
  const exchanges: Exchange[] = []
  const failed: string[] = []
  let asking = ''
  let count = 0

  const clientWith = (use: { signIn: DeviceSignIn | undefined; publicNames: boolean }) =>
    createClient({
      base: link.origin,
      timeoutMs,
      publicNames: () => use.publicNames,
      fetch: recordingFetch(link, use.signIn, (answered) => {
        exchanges.push({ call: asking, ...answered })
      }),
    })
  const own = clientWith({ signIn, publicNames: false })
  const renamed = clientWith({ signIn, publicNames: true })
  const nobody = clientWith({ signIn: undefined, publicNames: false })

  /** Makes a request whose answer is recorded, whatever it is. */
  async function ask(id: string, make: () => Promise<unknown>): Promise<void> {
    asking = id
    onRequest?.(count)
    count += 1
    const before = exchanges.length
    const problem = await make().then(
      () => undefined,
      (error: unknown) => error,
    )
    if (exchanges.length > before) return
    const cause = (problem as { cause?: unknown } | undefined)?.cause
    // Nothing that follows could be answered either.
    if (cause instanceof CertificateNotTrusted || exchanges.length === 0) throw cause ?? problem
    failed.push(id)
  }

  const isMissing = (path: string): boolean =>
    exchanges.some((one) => one.path === path && one.status === 404)

  async function make(call: Call, inputs: readonly object[]): Promise<void> {
    for (const input of inputs) {
      if (!isMissing(call.path)) await ask(call.id, () => request(own, call, input))
      const { publicPath } = call
      if (publicPath !== undefined && !isMissing(publicPath)) {
        await ask(call.id, () => request(renamed, call, input))
      }
    }
  }

  await ask(getUserGroups.id, () => own.call(getUserGroups, {}))
  if (exchanges[0]?.status === 401) throw new NotSignedIn()
  await ask(PROBES.signIn, () => nobody.call(getUserGroups, {}))
  await probe(own, ask)
  for (const call of RECORDED) {
    const { [call.id]: inputs = [{}] } = INPUTS
    if (call.id !== getUserGroups.id && typeof inputs !== 'function') await make(call, inputs)
  }
  const known = knownFrom(exchanges)
  for (const call of RECORDED) {
    const { [call.id]: inputs } = INPUTS
    if (typeof inputs === 'function') await make(call, inputs(known))
  }
  return { exchanges, failed }
}

/** Paths that no device has, and what shows how a device writes its answers. */
async function probe(
  { send }: Transport,
  ask: (id: string, make: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const get = (id: string, url: string) => ask(id, () => send(id, { url, method: 'GET' }, {}))
  await get(PROBES.missing, MISSING_PATH)
  await get(PROBES.parameterName, `/axis-cgi/param.cgi?action=list&group=${PROBED_PARAMETER}`)
  await get(PROBES.parameterError, `/axis-cgi/param.cgi?action=list&group=${MISSING_GROUP}`)
}

const MISSING_PATH = '/axis-cgi/no-such-call.cgi'
const PROBED_PARAMETER = 'Properties.Firmware.Version'
export const MISSING_GROUP = 'No.Such.Group'

function request(client: Client & Transport, call: Call, input: object): Promise<unknown> {
  if (call.kind === 'soap') return client.send(call.id, soapRequest(call, input), {})
  // The answer is kept before the client reads it, which for XML needs a browser.
  return client.call(call as never, input as never)
}
