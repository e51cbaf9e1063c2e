import type { Phase, Role } from '@lintel/contract/access'
import type { Call, SoapCall } from '@lintel/contract/call'
import { PATH_MEMBER } from '@lintel/contract/path'
import { SOAP_12 } from '@lintel/contract/soap/service'
import { WebSocket } from 'ws'
import { ACCESS_TABLE } from './access-table.ts'
import { ask, type RawRequest } from './ask.ts'

/** A caller by its letter in the table; `n` has no credentials. */
const CALLERS = { n: undefined, v: 'viewer', o: 'operator', a: 'admin' } as const
const PHASES = ['setup', 'ready'] as const
const ROW = /^[n-][v-][o-][a-] \| [n-][v-][o-][a-]$/

export type Outcome = 'passed' | 'unauthenticated' | 'forbidden'

export interface AccessCase {
  call: Call
  caller: Role | undefined
  phase: Phase
  expected: Outcome
}

/** Every call × caller × phase, with the outcome that the table asks for. A call without a row throws. */
export function accessMatrix(calls: readonly Call[]): AccessCase[] {
  return calls.flatMap((call) => {
    const row = ACCESS_TABLE[call.id]
    if (row === undefined || !ROW.test(row)) {
      throw new Error(`access-table.ts has no well-formed row for ${call.id}.`)
    }
    const may = row.split(' | ')
    return PHASES.flatMap((phase, at) =>
      Object.entries(CALLERS).map(([letter, caller]): AccessCase => {
        const refused = caller === undefined ? 'unauthenticated' : 'forbidden'
        return { call, caller, phase, expected: may[at]?.includes(letter) ? 'passed' : refused }
      }),
    )
  })
}

/**
 * Makes a call without any of its parameters, besides those in its path, and says how far it got.
 * @param token the security header of a SOAP message
 * @throws when the request does not reach the call, or the call fails
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
  if (status === 403) return 'forbidden'
  // The request did not reach the call at all.
  if (status === 404 || status === 405 || status >= 500) {
    throw new Error(`${call.id} answered ${status}.`)
  }
  return 'passed'
}

async function plain(
  url: string,
  call: Exclude<Call, { kind: 'socket' }>,
  headers: Record<string, string>,
  token: string,
): Promise<number> {
  const request: RawRequest = { headers }
  let path = call.path.replaceAll(PATH_MEMBER, 'any')
  if ('action' in call) path += `?action=${call.action}`
  if ('selectedBy' in call) path += `?${call.selectedBy}=`
  if (call.kind === 'upload') request.method = 'POST'
  if (call.kind === 'rest') request.method = call.methods[0] ?? 'GET'
  if (call.kind === 'action') {
    request.method = 'POST'
    request.body = JSON.stringify({ [call.operation]: {} })
  }
  if (call.kind === 'soap') {
    request.method = 'POST'
    request.headers = { ...headers, 'content-type': 'application/soap+xml' }
    request.body = bareEnvelope(call, token)
  }
  if (call.kind === 'json') {
    request.method = 'POST'
    request.body = JSON.stringify({ apiVersion: call.apiVersion, method: call.method })
  }
  return (await ask(url + path, request)).status
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
