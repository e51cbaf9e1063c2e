import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { OutgoingHttpHeaders } from 'node:http'
import { ActionFailure } from '../action-rules/types.ts'
import type { Attachment, Parcel } from '../action-rules/types.ts'
import { serverOf } from './connection.ts'
import { exchange } from './http-exchange.ts'
import type { HttpOrder, HttpWay } from './http-exchange.ts'
import type { RecipientKind, Task } from './recipient.ts'
import { fileNameOf } from './upload.ts'

/** Headers that belong to the connection, and not to the person who configures the message. */
const OWN_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** @param scheme of the addresses that the recipient may have */
export const httpRecipient = (scheme: 'http' | 'https'): RecipientKind => ({
  async send(task, parcel) {
    const way = wayOf(task)
    let answer = ''
    for (const order of ordersOf(addressOf(task, scheme), parcel)) {
      answer = await sendOrder(order, way)
    }
    return answer
  },
  test: (task) =>
    sendOrder(
      {
        url: withArguments(addressOf(task, scheme), 'Test', ''),
        method: 'GET',
        headers: {},
        body: new Uint8Array(),
      },
      wayOf(task),
    ),
})

/** The message, or else one request for each picture. */
function ordersOf(address: URL, { message, http, attachments }: Parcel): HttpOrder[] {
  const { method = 'GET', query = '', headers = '', body = '' } = http ?? {}
  const url = withArguments(address, message, query)
  const own = headersIn(headers)
  if (attachments.length > 0) {
    return attachments.map((picture) => ({
      url,
      method: 'POST',
      headers: { ...own, ...headersOf(picture) },
      body: picture.bytes,
    }))
  }
  const type =
    body === '' || 'content-type' in own ? {} : { 'content-type': 'text/plain; charset=utf-8' }
  return [{ url, method, headers: { ...type, ...own }, body: Buffer.from(body) }]
}

/**
 * Where to send to.
 * @throws ActionFailure for an address that is none, or that contains a password: addresses are
 *   shown and logged
 */
function addressOf({ value }: Task, scheme: 'http' | 'https'): URL {
  const text = value('upload_url').trim()
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== `${scheme}:`) {
    throw new ActionFailure('notPossible', `The address has to begin with ${scheme}://.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new ActionFailure(
      'notPossible',
      'User name and password have fields of their own. Remove them from the address.',
    )
  }
  return url
}

function withArguments(address: URL, message: string, query: string): URL {
  const url = new URL(address)
  const parts = [
    url.search.slice(1),
    message === '' ? '' : `Message=${encodeURIComponent(wellFormed(message))}`,
    query,
  ]
  url.search = parts.filter((part) => part !== '').join('&')
  return url
}

function wayOf({ value, device, signal }: Task): HttpWay {
  const account = (prefix: string) => {
    const user = value(`${prefix}login`)
    return user === '' ? undefined : { user, password: value(`${prefix}password`) }
  }
  const proxied = value('proxy_host').trim() !== ''
  return {
    account: account(''),
    proxy: proxied
      ? { server: serverOf({ value }, 'proxy_'), account: account('proxy_') }
      : undefined,
    tls: (host) => device.tls(host, value('validate_server_cert') !== '0'),
    signal,
  }
}

/** @throws ActionFailure for lines that are no headers, or that the device sets itself */
function headersIn(lines: string): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  for (const line of lines.split(/\r?\n/).filter((one) => one.trim() !== '')) {
    const at = line.indexOf(':')
    const name = line.slice(0, Math.max(at, 0)).trim().toLowerCase()
    // A header has bytes, each as one character.
    const content = Buffer.from(line.slice(at + 1).trim()).toString('latin1')
    if (OWN_HEADERS.has(name)) {
      throw new ActionFailure('notPossible', `The device sets the header ${name} itself.`)
    }
    try {
      validateHeaderName(name)
      validateHeaderValue(name, content)
    } catch {
      throw new ActionFailure('notPossible', 'A header is a name, a colon and a value.')
    }
    headers[name] = content
  }
  return headers
}

function headersOf({ path, contentType }: Attachment): OutgoingHttpHeaders {
  const name = fileNameOf(path)
  const plain = name.replaceAll(/[^ -~]|["\\%]/g, '_')
  const encoded = encodeURIComponent(wellFormed(name)).replaceAll(/['()*]/g, percentEncoded)
  // RFC 6266 §4.3: for other letters than those of ASCII.
  const other = plain === name ? '' : `; filename*=UTF-8''${encoded}`
  return {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${plain}"${other}`,
  }
}

/** Without halves of letters, which have no encoding. */
const wellFormed = (text: string): string => Buffer.from(text).toString()

const percentEncoded = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`

async function sendOrder(order: HttpOrder, way: HttpWay): Promise<string> {
  const { status, reason } = await exchange(order, way)
  const words = `${status} ${reason}`.trim()
  if (status >= 200 && status < 300) return words
  if ([401, 403, 407].includes(status)) throw new ActionFailure('signIn', words)
  throw new ActionFailure(status === 507 ? 'noSpace' : 'refused', words)
}
