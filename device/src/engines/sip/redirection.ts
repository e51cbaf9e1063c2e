/** Where a call goes on that was redirected (RFC 3261 §8.1.3.4). */
import { Grammar } from 'sip.js/lib/core/index.js'
import { keepFields, readMessage, readUri, splitList, uriIn, valuesOf } from './wire.ts'
import type { WireMessage } from './wire.ts'

/** The most addresses that one call follows. Own design. */
const TARGETS_MAX = 5

export interface Targets {
  /** Notes the addresses of a redirection, before those that wait. */
  add(response: { statusCode?: number | undefined; data?: string | undefined }): void
  /** The next address to try; undefined if there is none, or enough have been tried. */
  next(): string | undefined
}

/** @param first the address that was called, which is not tried again */
export function openTargets(first: string): Targets {
  const seen = new Set([keyOf(first)])
  const secure = readUri(first)?.scheme === 'sips'
  let waiting: string[] = []
  let followed = 0
  return {
    add({ statusCode, data }) {
      // 305 names a proxy, and 380 another service.
      if (statusCode === undefined || statusCode > 302) return
      const fresh = addressesIn(data ?? '').filter((uri) => {
        const key = keyOf(uri)
        const usable = key !== undefined && !seen.has(key) && (!secure || /^sips:/i.test(uri))
        seen.add(key)
        return usable
      })
      waiting = [...fresh, ...waiting]
    },
    next() {
      if (followed >= TARGETS_MAX) return undefined
      followed += 1
      return waiting.shift()
    },
  }
}

/** Removes the addresses that sip.js can't read: it would drop the whole response. */
export function dropOtherContacts(message: WireMessage): void {
  for (const field of message.fields) {
    if (!/^(?:contact|m)$/i.test(field.name)) continue
    field.value = splitList(field.value)
      .filter((contact) => readUri(uriIn(contact)) && Grammar.URIParse(uriIn(contact)))
      .join(', ')
  }
  keepFields(message, 'contact', (value) => value !== '')
}

/** Addresses that are equal have the same key; undefined for other schemes. */
function keyOf(uri: string): string | undefined {
  const parts = readUri(uri)
  if (!parts) return undefined
  const { scheme, user, host, port, parameters } = parts
  return [scheme, user, host.toLowerCase(), port, parameters.get('transport')].join(' ')
}

/** The addresses in the Contact fields, the preferred ones first. */
function addressesIn(text: string): string[] {
  const message = readMessage(text)
  if (!message) return []
  return valuesOf(message, 'contact')
    .flatMap((value) => splitList(value))
    .map((contact) => ({
      // Fields that a URI asks for are not sent: they could say anything (RFC 3261 §19.1.5).
      uri: uriIn(contact).replace(/\?.*$/, ''),
      q: Number(/;\s*q\s*=\s*([01](?:\.\d{0,3})?)/i.exec(contact.replace(/<[^>]*>/, ''))?.[1] ?? 1),
    }))
    .filter(({ uri }) => Grammar.URIParse(uri) !== undefined)
    .toSorted((one, other) => other.q - one.q)
    .map(({ uri }) => uri)
}
