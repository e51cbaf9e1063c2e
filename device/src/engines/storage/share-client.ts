import type { Files } from '@lintel/disk-image/file-system'
import type { JobWatch } from './jobs.ts'
import { ShareFailure } from './share-failure.ts'

/** A network share and how to sign in to it. */
export interface ShareServer {
  /** Address or name. */
  host: string
  share: string
  /** Empty without a login. `DOMAIN\user` names a domain. */
  user: string
  password: string
  /** `ExtraMountOptions`: `vers=1.0` or `vers=2.0` fixes the SMB version. */
  mountOptions: string
}

/** The files of a share. Every operation rejects with `ShareFailure`, and ends in limited time. */
export interface ShareFiles extends Files {
  /**
   * Signs in, writes a file of its own, reads it back and deletes it.
   */
  check(watch: JobWatch): Promise<void>
  /** Deletes what writes that were cut off have left. */
  tidy(): Promise<void>
  /**
   * Deletes everything on the share.
   * @returns the paths that could not be deleted
   */
  erase(watch: JobWatch): Promise<string[]>
  /** Ends what is under way. */
  close(): void
}

/** Speaks to file servers (SMB). */
export interface ShareClient {
  /** Connects only when the files are used. */
  open(server: ShareServer): ShareFiles
}

/** SMB versions by what `vers=` names them; the values are smbclient's names. */
const VERSIONS: Readonly<Record<string, string>> = {
  '1.0': 'NT1',
  '2.0': 'SMB2_02',
  '2.1': 'SMB2_10',
  '3.0': 'SMB3_00',
  '3.02': 'SMB3_02',
  '3.1.1': 'SMB3_11',
}

/**
 * The SMB version of mount options, by smbclient's name; undefined if it is not fixed.
 * @throws ShareFailure for a version that nobody speaks
 */
export function smbVersionIn(mountOptions: string): string | undefined {
  const option = mountOptions
    .split(',')
    .map((one) => one.trim())
    .findLast((one) => one.startsWith('vers='))
  const version = option?.slice('vers='.length)
  if (version === undefined || version === 'default') return undefined
  const name = VERSIONS[version]
  if (name === undefined) throw new ShareFailure('version')
  return name
}
