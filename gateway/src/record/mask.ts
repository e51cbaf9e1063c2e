import { listDefinitions } from '@lintel/contract/calls/parameter-definitions'
import { OWN_CALLS } from '@lintel/contract/firmware'
import { openAddresses } from './addresses.ts'
import { maskCertificates, maskPem } from './certificates.ts'
import { openPeople } from './people.ts'
import type { People } from './people.ts'
import { rolesOf } from './person-names.ts'
import type { Exchange } from './recording.ts'
import { isNoSecret, saysSecret, wordsOf } from './secret-names.ts'
import { openSerials } from './serials.ts'
import { rewriteQuery, rewriteValues } from './values.ts'
import type { Leaf } from './values.ts'

/** How many values have been replaced, by kind. */
export interface MaskCounts {
  serials: number
  secrets: number
  addresses: number
  mails: number
  /** Different people, accounts and telephone numbers. */
  people: number
  certificates: number
}

export interface Masked {
  exchanges: readonly Exchange[]
  counts: MaskCounts
}

/** What stands for a secret. */
const HIDDEN = 'hidden'

/**
 * Replaces what is nobody else's business: secrets, serial numbers, public addresses, people and
 * certificates. The same value becomes the same replacement everywhere, so that answers still fit
 * together.
 * @param origin where the device was asked: its host name and port are replaced too
 */
export function maskExchanges(exchanges: readonly Exchange[], origin: URL): Masked {
  /** Certificates that are several lines of text. */
  const ofLines = (text: string): string => {
    const next = maskPem(text)
    if (next !== text) counts.certificates += 1
    return next
  }
  const counts: MaskCounts = {
    serials: 0,
    secrets: 0,
    addresses: 0,
    mails: 0,
    people: 0,
    certificates: 0,
  }
  const plain = exchanges
    .map((one) => withoutOwnCalls(atExample(one, origin)))
    .map((one) =>
      one.binary || one.body.startsWith('{') ? one : { ...one, body: ofLines(one.body) },
    )
  const texts = plain.flatMap(({ query, request, body, binary }) =>
    binary ? [query, request] : [query, request, body],
  )
  const serials = openSerials(serialIn(plain), texts)
  const versions = versionsIn(plain)
  const addresses = openAddresses()
  const people = openPeople()
  // Accounts have the first numbers, wherever they are named.
  for (const one of plain) maskAccounts(one, people)

  /** Addresses but no version numbers, which look the same. */
  const maskAddresses = (name: string, value: string): string =>
    versions.has(value) || wordsOf(name).some((word) => NUMBERED.has(word))
      ? value
      : addresses.mask(value)

  function maskText(leaf: Leaf): string {
    const { name, value } = leaf
    const certified = maskCertificates(leaf)
    if (certified !== value) {
      counts.certificates += 1
      return certified
    }
    const named = withoutLogins(value, people, () => (counts.mails += 1))
    return serials.mask(maskAddresses(name, named))
  }

  function maskLeaf(call: string, leaf: Leaf): string {
    const { name, value, kind } = leaf
    if (value === '') return value
    if (saysSecret(name, call) && !isNoSecret(value)) {
      if (kind === 'text') {
        counts.secrets += 1
        return HIDDEN
      }
      if (/^-?\d/.test(value) && value !== '0') {
        counts.secrets += 1
        return '0'
      }
    }
    if (kind === 'literal') return value
    // Those of its parts, which may have a part of it.
    if (/[a-z]SerialNumber$/.test(name)) return value.replaceAll(/[0-9A-Za-z]/g, '0')
    const role = rolesOf(call, leaf)
    if (role === 'address' && !value.includes('@')) return people.reachedAt(value)
    if ((role === 'name' || role === 'word') && !value.includes('@')) {
      return serials.mask(people.called(value, role))
    }
    return maskText(leaf)
  }

  const first = plain.map((one) => {
    const rewrite = (leaf: Leaf) => maskLeaf(one.call, leaf)
    return {
      ...one,
      query: rewriteQuery(one.query, rewrite),
      request: rewriteValues(one.request, rewrite),
      body: one.binary ? one.body : rewriteValues(maskAccounts(one, people), rewrite),
    }
  })
  // All names are known by now: they may also be in texts such as those of events.
  const named = first.map((one) =>
    one.binary ? one : { ...one, body: rewriteValues(one.body, ({ value }) => people.mask(value)) },
  )
  return {
    exchanges: named,
    counts: { ...counts, serials: serials.count, addresses: addresses.count, people: people.count },
  }
}

/** Words of names whose values have dots like addresses. */
const NUMBERED = new Set(['version', 'versions', 'firmware', 'oid', 'build', 'release'])

/** The host name that was used, and a port that only leads to the device from there. */
function atExample(exchange: Exchange, { hostname, port }: URL): Exchange {
  const isName = !/^[\d.]+$|^\[/.test(hostname)
  const host = isName && hostname !== 'localhost' ? 'device.example' : hostname
  const change = (text: string): string =>
    (port === '' ? text : text.replaceAll(`${hostname}:${port}`, host)).replaceAll(
      host === hostname ? '\0' : hostname,
      host,
    )
  return exchange.binary
    ? exchange
    : { ...exchange, body: change(exchange.body), request: change(exchange.request) }
}

/** No other device has our own calls, and nobody can replay them. */
function withoutOwnCalls(exchange: Exchange): Exchange {
  const { call, body } = exchange
  if (call === listDefinitions.id && body.includes('"Lintel"')) {
    const { format } = listDefinitions
    const described = format.decode(body)
    const parameters = described.parameters.filter(({ name }) => name !== OWN_CALLS)
    return { ...exchange, body: format.encode({ ...described, parameters }) }
  }
  if (!body.includes(`${OWN_CALLS}=`)) return exchange
  const lines = body.split(/(?<=\n)/).filter((line) => !line.startsWith(`${OWN_CALLS}=`))
  return { ...exchange, body: lines.join('') }
}

const SERIAL = /(?:SerialNumber=|"SerialNumber"\s*:\s*"|MACAddress=|HwAddress>)([\w:.-]+)/

/** The serial number as the device tells it; empty if it does not. */
function serialIn(exchanges: readonly Exchange[]): string {
  for (const { body } of exchanges) {
    const found = SERIAL.exec(body)?.[1]
    if (found !== undefined) return found
  }
  return ''
}

/** Values that the device calls versions. */
function versionsIn(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const found = exchanges.flatMap(({ body, binary }) =>
    binary ? [] : Array.from(body.matchAll(VERSION), ([, version = '']) => version),
  )
  return new Set(found)
}

const VERSION = /[Vv]ersions?(?:=|"\s*:\s*"|="|>)(\d+(?:\.\d+){2,3})/g

const LOGIN = /(?<=:\/\/)[^\s/@"<>:]*:[^\s/@"<>]*@/g
const FIELD = /(?<=[?&;](?:[\w.-]*(?:pass|pwd|token|secret|key)[\w.-]*)=)[^&\s"<>;]+/gi
const SIP = /(?<=\bsips?:)([^\s@"<>;:]+)(?=@)/gi
const MAIL = /(?<!sips?:)(?<![\w.+%-])([\w.+%-]+)@((?:[a-z\d-]+\.)+[a-z]{2,})(?![\w-])/gi

/** Logins in URLs, users of SIP addresses, and e-mail addresses, wherever they are. */
function withoutLogins(value: string, people: People, onMail: () => void): string {
  if (!/[@?]/.test(value)) return value
  return value
    .replaceAll(LOGIN, `${HIDDEN}:${HIDDEN}@`)
    .replaceAll(FIELD, HIDDEN)
    .replaceAll(SIP, (user) => people.called(user, 'word'))
    .replaceAll(MAIL, (whole, user: string, domain: string) => {
      if (domain.toLowerCase() === 'example.com') return whole
      onMail()
      return `${people.called(user, 'word')}@example.com`
    })
}

const members = (line: string): string[] => line.split(',').map((name) => name.trim())

/** The answers that are accounts without names of members. */
function maskAccounts({ call, body }: Exchange, people: People): string {
  if (call === 'usergroup') {
    return body.replace(/^[^\r\n<{]+/, (user) => people.called(user, 'word'))
  }
  if (call !== 'pwdgrp.get') return body
  const lists = Array.from(
    body.matchAll(/^(digusers|users)="([^"]*)"/gm),
    ([, , list = '']) => list,
  )
  const accounts = new Set(lists.flatMap(members))
  return body.replaceAll(/="([^"]*)"/g, (_whole, list: string) => {
    const next = members(list).map((name) =>
      lists.length === 0 || accounts.has(name) ? people.called(name, 'word') : name,
    )
    return `="${next.join(',')}"`
  })
}
