/**
 * Licence keys: XML files, signed (Ed25519) by a vendor whose public key the device trusts, like
 * firmware. The public documentation names only the reasons for which a key is refused; the file is
 * our own design (docs/integrators.md).
 */
import { createPublicKey, sign, verify } from 'node:crypto'
import type { KeyLike } from 'node:crypto'
import { Refusal } from '@lintel/contract/fault'
import { childOf, element } from '@lintel/contract/xml/element'
import { writeXml, XML_DECLARATION } from '@lintel/contract/xml/write'
import { readXml } from '@lintel/front-door/xml'
import { appProblem } from './problem.ts'
import type { AppSettings } from './settings.ts'

/** What a key allows. */
export interface Licence {
  applicationId: string
  /** The device's serial number. */
  deviceId: string
  /** The first number of the versions, `2`; empty for any. */
  version: string
  /** The last day, YYYY-MM-DD by UTC; empty if it does not end. */
  expires: string
}

const MEMBERS = {
  applicationId: { name: 'ApplicationID', form: /^\d{1,12}$/ },
  deviceId: { name: 'DeviceID', form: /^[0-9A-F]{12}$/ },
  version: { name: 'Version', form: /^\d{0,9}$/ },
  expires: { name: 'ExpirationDate', form: /^(\d{4}-\d\d-\d\d)?$/ },
} as const satisfies Record<keyof Licence, object>
const NAMES = Object.keys(MEMBERS) as (keyof Licence)[]

const ROOT = 'LicenseKey'
const SIGNATURE = 'Signature'
const DAY_MS = 86_400_000

/** What is signed. The first line keeps signatures of other things from counting as one of a key. */
const signedText = (licence: Licence): Buffer =>
  Buffer.from(
    ['Lintel licence key 1', ...NAMES.map((name) => `${MEMBERS[name].name}=${licence[name]}`)].join(
      '\n',
    ),
  )

/** Makes a licence key, as a vendor does. */
export function writeLicence(licence: Licence, privateKey: KeyLike): string {
  const signature = sign(null, signedText(licence), privateKey).toString('base64')
  const members = NAMES.map((name) => element('', MEMBERS[name].name, licence[name]))
  const root = element('', ROOT, [...members, element('', SIGNATURE, signature)])
  return `${XML_DECLARATION}${writeXml(root, {}, { empty: 'one' })}\n`
}

const badKey = (why: string) => appProblem('badKey', `This is not a valid licence key: ${why}.`)

/**
 * Reads a licence key.
 * @throws Refusal with code 21 if it is none, or if nobody has signed it whom the device trusts
 */
export function readLicence(bytes: Uint8Array, trustedKeys: readonly string[]): Licence {
  const root = xmlIn(bytes)
  if (root.name !== ROOT) throw badKey('it is another document')
  const text = (name: string) => childOf(root, '', name)?.text.trim() ?? ''
  const licence = { applicationId: '', deviceId: '', version: '', expires: '' }
  for (const name of NAMES) {
    const { name: written, form } = MEMBERS[name]
    licence[name] = text(written)
    if (!form.test(licence[name])) throw badKey(`${written} is not as it should be`)
  }
  if (!isDay(licence.expires)) throw badKey('there is no such day')
  const signature = Buffer.from(text(SIGNATURE), 'base64')
  const isSigned = trustedKeys.some((key) => signedBy(key, licence, signature))
  if (!isSigned) throw badKey('its signature does not match')
  return licence
}

/** Keys of other kinds may be trusted for firmware, and sign nothing here. */
function signedBy(pem: string, licence: Licence, signature: Uint8Array): boolean {
  const key = createPublicKey(pem)
  return key.asymmetricKeyType === 'ed25519' && verify(null, signedText(licence), key, signature)
}

function xmlIn(bytes: Uint8Array) {
  try {
    return readXml(bytes)
  } catch (cause) {
    if (cause instanceof Refusal) throw badKey('it can not be read')
    throw cause
  }
}

/** Whether it is empty or a day of the calendar: `Date` takes 30 February for 2 March. */
function isDay(expires: string): boolean {
  if (expires === '') return true
  const date = new Date(`${expires}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(expires)
}

/** UTC milliseconds from which on the key is no longer valid; `Infinity` if it does not end. */
export const endOf = ({ expires }: Pick<Licence, 'expires'>): number =>
  expires === '' ? Number.POSITIVE_INFINITY : Date.parse(`${expires}T00:00:00Z`) + DAY_MS

/**
 * Checks a key against an application on this device.
 * @throws Refusal with code 25, 26, 30 or 31
 */
export function checkLicence(
  licence: Licence,
  { applicationId, version }: Pick<AppSettings, 'applicationId' | 'version'>,
  { serial, now }: { serial: string; now: number },
): void {
  if (licence.applicationId !== applicationId) {
    throw appProblem('otherApp', 'The licence key is for another application.')
  }
  if (licence.deviceId !== serial) {
    throw appProblem('otherDevice', 'The licence key is for another device.')
  }
  if (licence.version !== '' && licence.version !== version.split('.')[0]) {
    throw appProblem('otherVersion', 'The licence key is for another version of the application.')
  }
  if (now >= endOf(licence)) throw appProblem('keyExpired', 'The licence key has expired.')
}
