import type { TestDevice } from './test-device.ts'

/** The namespace prefixes in the tests' messages. */
const PREFIXES = {
  tds: 'http://www.onvif.org/ver10/device/wsdl',
  tt: 'http://www.onvif.org/ver10/schema',
  aweb: 'http://www.axis.com/vapix/ws/webserver',
  acert: 'http://www.axis.com/vapix/ws/cert',
  acertificates: 'http://www.axis.com/vapix/ws/certificates',
  aev: 'http://www.axis.com/vapix/ws/event1',
  aa: 'http://www.axis.com/vapix/ws/action1',
  wsnt: 'http://docs.oasis-open.org/wsn/b-2',
}

export interface SoapResult {
  status: number
  /** The content of the body, unparsed. */
  body: string
  /** The most specific code of a Fault, and its reason. */
  code: string | undefined
  reason: string | undefined
  /** The version in the ETag, with its quotes. */
  etag: string | undefined
}

/**
 * Sends a SOAP 1.2 message as an administrator and returns the response. Each has a connection of
 * its own: new settings of the web server close idle ones, which can reset the next request.
 */
export async function sendSoap(
  device: TestDevice,
  body: string,
  headers: Record<string, string> = {},
): Promise<SoapResult> {
  const prefixes = Object.entries(PREFIXES).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  const envelope = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"${prefixes.join('')}><s:Body>${body}</s:Body></s:Envelope>`
  const answer = await device.fetch('/vapix/services', {
    method: 'POST',
    headers: {
      'content-type': 'application/soap+xml; charset=utf-8',
      connection: 'close',
      ...headers,
    },
    body: envelope,
    as: 'root',
  })
  const text = await answer.text()
  return {
    status: answer.status,
    body: /<SOAP-ENV:Body>(.*)<\/SOAP-ENV:Body>/s.exec(text)?.[1] ?? text,
    code: Array.from(text.matchAll(/<SOAP-ENV:Value>ter:(\w+)</g)).at(-1)?.[1],
    reason: /<SOAP-ENV:Text xml:lang="en">([^<]*)</.exec(text)?.[1],
    etag: answer.headers.get('etag') ?? undefined,
  }
}
