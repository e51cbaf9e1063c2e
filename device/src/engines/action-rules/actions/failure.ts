import type { ActionFailureReason } from '@lintel/contract/calls/recipients'
import { Refusal } from '@lintel/contract/fault'
import type { RefusalReason } from '@lintel/contract/fault'
import { DiskFull } from '@lintel/disk-image/file-system'
import { ShareFailure } from '../../storage/share-failure.ts'
import type { ShareTrouble } from '../../storage/share-failure.ts'
import { ActionFailure } from '../types.ts'

const REFUSALS: Partial<Record<RefusalReason, ActionFailureReason>> = {
  absent: 'notFound',
  storage: 'noSpace',
  internal: 'internal',
}

const TROUBLES: Partial<Record<ShareTrouble, ActionFailureReason>> = {
  noHost: 'unreachable',
  connect: 'unreachable',
  gone: 'unreachable',
  timeout: 'timeout',
  login: 'signIn',
  noShare: 'notFound',
  full: 'noSpace',
  read: 'refused',
  write: 'refused',
}

/** Why an action failed: whatever an engine throws that says so to people, in its own words. */
export function failureOf(cause: unknown): unknown {
  if (cause instanceof DiskFull) return new ActionFailure('noSpace')
  if (cause instanceof Refusal) {
    return new ActionFailure(REFUSALS[cause.reason] ?? 'notPossible', cause.message)
  }
  if (cause instanceof ShareFailure) {
    return new ActionFailure(TROUBLES[cause.trouble] ?? 'notPossible', cause.message)
  }
  return cause
}
