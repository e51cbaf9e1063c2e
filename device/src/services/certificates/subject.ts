import { isServerName, NAMES_MAX } from '@lintel/contract/rules/certificate'
import type { Subject } from '../../certificates/make.ts'
import { fault } from '../../certificates/faults.ts'

/** The subject of a certificate, as in the calls. */
export interface RequestedSubject {
  CommonName: string
  Organization?: string | undefined
  OrganizationalUnit?: string | undefined
  Locality?: string | undefined
  State?: string | undefined
  Country?: string | undefined
  AlternativeName: readonly string[]
}

export interface CheckedSubject {
  subject: Subject
  names: readonly string[]
}

/** Upper bounds of RFC 5280 appendix A.1. */
const MOST: Record<Subject[number]['name'], number> = {
  C: 2,
  ST: 128,
  L: 128,
  O: 64,
  OU: 64,
  CN: 64,
}

/**
 * The subject of a new certificate or request. A common name that is a host name or an address also
 * becomes an alternative name: browsers check those only (RFC 9525 §2).
 * @throws Refusal that says what is invalid
 */
export function checkSubject(requested: RequestedSubject): CheckedSubject {
  const parts = {
    C: requested.Country?.toUpperCase(),
    ST: requested.State,
    L: requested.Locality,
    O: requested.Organization,
    OU: requested.OrganizationalUnit,
    CN: requested.CommonName,
  }
  const subject = Object.entries(parts).flatMap(([name, value]) => {
    const text = value?.trim() ?? ''
    return text === '' ? [] : [checkPart(name as keyof typeof MOST, text)]
  })
  if (parts.CN.trim() === '') throw fault('Subject', 'A common name is required.')
  const names = requested.AlternativeName.map((name) => name.trim()).filter(Boolean)
  const invalid = names.find((name) => !isServerName(name))
  if (invalid !== undefined) {
    throw fault('Subject', `${invalid.slice(0, 64)} is neither a host name nor an address.`)
  }
  if (names.length > NAMES_MAX) throw fault('Subject', `At most ${NAMES_MAX} names are accepted.`)
  const common = parts.CN.trim()
  return {
    subject,
    names: Array.from(new Set([...(isServerName(common) ? [common] : []), ...names])),
  }
}

function checkPart(name: keyof typeof MOST, value: string): Subject[number] {
  if (value.length > MOST[name] || /\p{Cc}/u.test(value)) {
    throw fault(
      'Subject',
      `${name} must have at most ${MOST[name]} characters and no control characters.`,
    )
  }
  if (name === 'C' && !/^[A-Z]{2}$/.test(value)) {
    throw fault('Subject', 'The country must be two letters (ISO 3166-1), such as SE.')
  }
  return { name, value }
}

const NAMES: Readonly<Record<string, keyof RequestedSubject>> = {
  C: 'Country',
  ST: 'State',
  L: 'Locality',
  O: 'Organization',
  OU: 'OrganizationalUnit',
  CN: 'CommonName',
}

/** Parses ONVIF's subject: a distinguished name (`CN=door,O=Acme`), or the common name alone. */
export function subjectFrom(text: string): RequestedSubject {
  const parts = /^\s*[A-Za-z]+\s*=/.test(text) ? text.split(/\s*[,/]\s*/) : [`CN=${text}`]
  const requested: RequestedSubject = { CommonName: '', AlternativeName: [] }
  for (const part of parts.filter(Boolean)) {
    const [, short = '', value = ''] = /^([A-Za-z]+)\s*=\s*(.*)$/.exec(part) ?? []
    const name = NAMES[short.toUpperCase()]
    if (!name) throw fault('Subject', `${part.slice(0, 64)} is not a valid part of a subject.`)
    Object.assign(requested, { [name]: value })
  }
  return requested
}
