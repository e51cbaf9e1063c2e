import { problem } from './problem.ts'
import type { Rule } from './problem.ts'

/**
 * What a device answers to the calls about applications: `OK`, or `Error: ` and one of these codes.
 * Sources: console specification B §8 "Apps"; public documentation of the application API. Codes 4 to
 * 9 are those of starting and stopping.
 */
export const APP_CODES = {
  noPackage: 1,
  badContent: 2,
  noRoom: 3,
  noSuchApp: 4,
  notForProduct: 5,
  alreadyRunning: 6,
  notRunning: 7,
  notStarted: 8,
  tooManyRunning: 9,
  unspecified: 10,
  badKey: 21,
  keyNotStored: 22,
  keyNotRemoved: 23,
  notInstalled: 24,
  otherApp: 25,
  otherVersion: 26,
  noConnection: 27,
  noKeyReceived: 28,
  badConfiguration: 29,
  otherDevice: 30,
  keyExpired: 31,
} as const
export type AppCode = (typeof APP_CODES)[keyof typeof APP_CODES]

/** The codes that the specification has a text for; others get that of `unspecified` (OPEN-103). */
export const TOLD_CODES = [
  1, 2, 3, 5, 10, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
] as const satisfies readonly AppCode[]
export type ToldCode = (typeof TOLD_CODES)[number]

/** The code that has a text for this answer, as `DeviceFault.message` has it (`5`). */
export const toldCode = (message: string): ToldCode =>
  TOLD_CODES.find((code) => String(code) === message.trim()) ?? APP_CODES.unspecified

/** Name of an application, and of its program. Source: manifest schema, `appName`. */
export const APP_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,25}$/

/** Size limit of a package in bytes. Own design. */
export const PACKAGE_MAX = 64 * 1024 * 1024

/**
 * Where the vendor's licence kit is: empty, or an address that nobody on the way can replace. Over
 * plain HTTP only from the browser's own computer. Own design.
 */
export const licenceKitAddress: Rule = (value) => {
  if (value === '') return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isOwn(url.hostname))
  const plain = /^[!-~]+$/.test(value) && !/[;,'"]/.test(value)
  return safe && plain && url.username === '' ? undefined : problem('validation.errorInvalid')
}

const isOwn = (host: string): boolean => host === 'localhost' || /^127(\.\d{1,3}){3}$/.test(host)
