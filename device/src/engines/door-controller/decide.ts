import type { Credential } from '@lintel/contract/calls/access-control'
import { ACCESS_REASONS } from '@lintel/contract/calls/access-log'
import type { AccessReason } from '@lintel/contract/calls/access-log'

/** What was presented, by the names of its parts. */
export type IdData = Credential['IdData']

/** Whether a door opens, and for whom. */
export interface Decision {
  reason: AccessReason
  /** The credential that the reason is about; none if nobody has what was presented. */
  credential: Credential | undefined
}

/**
 * Decides about what was presented. If it belongs to several credentials, one that opens the door
 * counts; if none does, the reason that comes first in `ACCESS_REASONS`.
 * @param now milliseconds since the epoch
 */
export function decide(all: readonly Credential[], presented: IdData, now: number): Decision {
  let best: Decision = { reason: 'CredentialNotFound', credential: undefined }
  for (const credential of all) {
    const reason = reasonOf(credential, presented, now)
    if (rank(reason) < rank(best.reason)) best = { reason, credential }
  }
  return best
}

const rank = (reason: AccessReason): number => ACCESS_REASONS.indexOf(reason)

function reasonOf(credential: Credential, presented: IdData, now: number): AccessReason {
  const { Enabled, Status, ValidFrom, ValidTo, IdData: parts } = credential
  const missing = parts.filter(({ Name, Value }) => !has(presented, Name, Value))
  if (missing.length === parts.length) return 'CredentialNotFound'
  if (missing.some(({ Name }) => Name !== 'PIN')) return 'CredentialNotFound'
  if (!Enabled || Status === 'Disabled') return 'CredentialNotEnabled'
  if (ValidFrom !== undefined && now < Date.parse(ValidFrom)) return 'CredentialNotActive'
  if (ValidTo !== undefined && now > Date.parse(ValidTo)) return 'CredentialExpired'
  if (missing.length === 0) return 'Granted'
  return presented.some(({ Name }) => Name === 'PIN') ? 'InvalidPIN' : 'PinRequired'
}

/** The bits of a card are hexadecimal, in whatever case. */
const has = (presented: IdData, name: string, value: string): boolean =>
  presented.some((one) => one.Name === name && one.Value.toUpperCase() === value.toUpperCase())
