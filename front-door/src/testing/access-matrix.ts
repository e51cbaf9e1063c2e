import { type Phase, type Role, mayCall } from '@lintel/contract/access'
import type { Call, SoapCall } from '@lintel/contract/call'
import { SOAP_12 } from '@lintel/contract/soap/service'
import { WebSocket } from 'ws'
import { ask, type Asking } from './ask.ts'

/** Everybody who can ask: nobody signed in, and one account of each role. */
export const CALLERS = [undefined, 'viewer', 'operator', 'admin'] as const
export type Outcome = 'passed' | 'unauthenticated' | 'forbidden'

export interface AccessCase {
  call: Call
  caller: Role | undefined
  phase: Phase
  expected: Outcome
}

/** Every call × caller × phase with what must come of it. */
export function accessMatrix(calls: readonly Call[]): AccessCase[] {
  return calls.flatMap((call) =>
    CALLERS.flatMap((caller) =>
      (['setup', 'ready'] as const).map((phase): AccessCase => {
        const may = mayCall(call.access, caller && [caller], phase)
        const refused = caller === undefined ? 'unauthenticated' : 'forbidden'
        return { call, caller, phase, expected: may ? 'passed' : refused }
      }),
    ),
  )
}

/**
 * Makes a call without any of its parameters and says how far it got.
 * @param token what a SOAP message says of its sender.
 */
export async function outcomeOf(
  url: string,
  call: Call,
  headers: Record<string, string>,
  token = '',
): Promise<Outcome> {
  const status =
    call.kind === 'socket'
      ? await upgrade(url, call, headers)
      : await plain(url, call, headers, token)
  if (status === 401) return 'unauthenticated'
  return status === 403 ? 'forbidden' : 'passed'
}

async function plain(
  url: string,
  call: Exclude<Call, { kind: 'socket' }>,
  headers: Record<string, string>,
  token: string,
): Promise<number> {
  const asking: Asking = { headers }
  let { path } = call
  if (call.kind === 'text' && call.action !== undefined) path += `?action=${call.action}`
  if ((call.kind === 'text' || call.kind === 'stream') && call.given !== undefined) {
    path += `?${call.given}=`
  }
  if (call.kind === 'upload') asking.method = 'POST'
  if (call.kind === 'rest') asking.method = call.methods[0] ?? 'GET'
  if (call.kind === 'action') {
    asking.method = 'POST'
    asking.body = JSON.stringify({ [call.operation]: {} })
  }
  if (call.kind === 'soap') {
    asking.method = 'POST'
    asking.headers = { ...headers, 'content-type': 'application/soap+xml' }
    asking.body = bareEnvelope(call, token)
  }
  if (call.kind === 'json') {
    asking.method = 'POST'
    asking.body = JSON.stringify({ apiVersion: call.apiVersion, method: call.method })
  }
  return (await ask(url + path, asking)).status
}

/** A message that names the operation and gives it nothing. */
function bareEnvelope({ operation, service }: SoapCall, token: string): string {
  const body = `<s:Body><${operation} xmlns="${service.namespace}"/></s:Body>`
  return `<s:Envelope xmlns:s="${SOAP_12}"><s:Header>${token}</s:Header>${body}</s:Envelope>`
}

function upgrade(url: string, call: Call, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws') + call.path, { headers })
    socket.once('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.once('unexpected-response', (_request, response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    socket.once('error', reject)
  })
}
