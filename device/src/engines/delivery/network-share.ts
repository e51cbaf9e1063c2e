import { NETWORK_SHARE } from '@lintel/contract/disks'
import { Refusal } from '@lintel/contract/fault'
import { DiskFull } from '@lintel/disk-image/file-system'
import type { ActionFailureReason } from '@lintel/contract/calls/recipients'
import { ActionFailure } from '../action-rules/types.ts'
import { ShareFailure } from '../storage/share-failure.ts'
import type { ShareTrouble } from '../storage/share-failure.ts'
import { failureOf } from './failures.ts'
import type { DeviceSide } from './recipient.ts'
import { namesIn, uploadTo } from './upload.ts'

const TROUBLES: Readonly<Record<ShareTrouble, ActionFailureReason>> = {
  noHost: 'unreachable',
  connect: 'unreachable',
  version: 'protocol',
  login: 'signIn',
  noShare: 'notFound',
  read: 'refused',
  write: 'refused',
  full: 'noSpace',
  gone: 'unreachable',
  timeout: 'timeout',
  program: 'notPossible',
  stopped: 'internal',
  unknown: 'refused',
}

/** Writes to the network share of the device's disk, which has to be mounted. */
export const networkShare = uploadTo(async ({ value, device }, work) => {
  const base = namesIn(value('upload_path'))
  const pathOf = (...names: string[]) => [...base, ...names].join('/')
  try {
    return await work({
      async put(folders, name, bytes) {
        await filesOf(value('share_id'), device.storage).write(pathOf(...folders, name), bytes)
        return ''
      },
      remove: (name) => filesOf(value('share_id'), device.storage).remove(pathOf(name)),
    })
  } catch (cause) {
    throw shareFailure(cause)
  }
})

function filesOf(shareId: string, { shares, mounted }: DeviceSide['storage']) {
  const share = shares.list('all').find((one) => one.shareId === shareId)
  if (!share) throw new ActionFailure('notFound', 'The device has no such network share any more.')
  const files = share.diskid === NETWORK_SHARE ? mounted(NETWORK_SHARE) : undefined
  if (!files) throw new ActionFailure('notPossible', 'The network share is not mounted.')
  return files
}

function shareFailure(cause: unknown): ActionFailure {
  if (cause instanceof ShareFailure)
    return new ActionFailure(TROUBLES[cause.trouble], cause.message)
  if (cause instanceof DiskFull) return new ActionFailure('noSpace')
  // Of a disk that is write protected, or has just been unmounted.
  return failureOf(cause, cause instanceof Refusal ? 'notPossible' : 'internal')
}
