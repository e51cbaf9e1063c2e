import { PROBES } from './recording.ts'
import type { Exchange, Recording } from './recording.ts'

/** What a replayed device answers. */
export interface ReplayAnswer {
  status: number
  type: string
  body: string
  /** Whether the body is in base64. */
  binary?: boolean
  /** Whether the answer goes on until one side closes it, like live video. */
  isEndless?: true
}

export const recorded = ({ status, type, body, binary }: Exchange): ReplayAnswer => ({
  status,
  type,
  body,
  binary,
})

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`)

/** The page of a device for addresses that it does not have. Source: device-calls.md §1.2. */
const PLAIN_MISSING = (path: string): ReplayAnswer => ({
  status: 404,
  type: 'text/html; charset=ISO-8859-1',
  body: `<HTML><HEAD><TITLE>404 Not Found</TITLE></HEAD>\n<BODY><H1>404 Not Found</H1>\nThe requested URL ${escapeHtml(path)} was not found on this server.\n</BODY></HTML>\n`,
})

/** The 404 of a device for a path, as it was recorded for another one. */
export function missingPage({ exchanges }: Recording): (path: string) => ReplayAnswer {
  const probe = exchanges.find(({ call }) => call === PROBES.missing)
  if (!probe || probe.status !== 404) return PLAIN_MISSING
  return (path) => ({
    ...recorded(probe),
    body: probe.body.replaceAll(probe.path, () => escapeHtml(path)),
  })
}

/** The 401 of a device as it was recorded. */
export function signInPage({ exchanges }: Recording): ReplayAnswer {
  const probe = exchanges.find(({ call }) => call === PROBES.signIn)
  return probe?.status === 401
    ? recorded(probe)
    : { status: 401, type: 'text/html; charset=iso-8859-1', body: '<h1>401 Unauthorized</h1>\n' }
}

/** The answer to calls that change something: a replayed device can't be changed. */
export function refusalOfChanges({ exchanges }: Recording): ReplayAnswer {
  const probe = exchanges.find(({ call }) => call === PROBES.change)
  return probe ? recorded(probe) : NOT_CHANGED
}

const NOT_CHANGED: ReplayAnswer = {
  status: 403,
  type: 'text/plain; charset=utf-8',
  body: 'Error: a recording can not be changed.\n',
}

/** The Fault of a service that lacks an operation, or has nothing by that name. */
export const actionFault = (
  code: string,
  subcode: string | null,
  reason: string,
): ReplayAnswer => ({
  status: 400,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify({
    Fault: 'env:Sender',
    FaultCode: code,
    FaultSubCode: subcode,
    FaultReason: reason,
    FaultMsg: null,
  }),
})

/** Source: device-calls.md §1.5. */
export const soapFault = (code: string, reason: string): ReplayAnswer => ({
  status: 400,
  type: 'application/soap+xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope" xmlns:ter="http://www.onvif.org/ver10/error"><SOAP-ENV:Body><SOAP-ENV:Fault><SOAP-ENV:Code><SOAP-ENV:Value>SOAP-ENV:Sender</SOAP-ENV:Value><SOAP-ENV:Subcode><SOAP-ENV:Value>${code}</SOAP-ENV:Value></SOAP-ENV:Subcode></SOAP-ENV:Code><SOAP-ENV:Reason><SOAP-ENV:Text xml:lang="en">${reason}</SOAP-ENV:Text></SOAP-ENV:Reason></SOAP-ENV:Fault></SOAP-ENV:Body></SOAP-ENV:Envelope>`,
})
