import type { ConnectionOptions } from 'node:tls'
import type { DiskId } from '@lintel/contract/disks'
import type { Files } from '@lintel/disk-image/file-system'
import type { NetworkShares } from '../storage/share-list.ts'
import type { Parcel } from '../action-rules/types.ts'

/** What deliveries need of the device. */
export interface DeviceSide {
  /** Its name for people, in test messages. */
  name: () => string
  /** The device's UTC milliseconds. */
  now: () => number
  storage: {
    shares: Pick<NetworkShares, 'list'>
    mounted: (id: DiskId) => Files | undefined
  }
  /**
   * Options for a TLS connection.
   * @param host whose certificate it has to be
   * @param validates whether the certificate has to be for the host and from a trusted authority
   */
  tls: (host: string, validates: boolean) => ConnectionOptions
}

/** One delivery on its way. */
export interface Task {
  /** A parameter of the recipient, or what its absence means. */
  value: (name: string) => string
  /** When aborted, every socket has to be closed; nobody waits for the result any more. */
  signal: AbortSignal
  device: DeviceSide
}

/** How to deliver to one type of recipient. */
export interface RecipientKind {
  /** @returns what the other side answered; may be empty */
  send(task: Task, parcel: Parcel): Promise<string>
  test(task: Task): Promise<string>
}
