import { SHARE_ERRORS } from '@lintel/contract/calls/network-shares'

/** Why a network share can't be used. */
export type ShareTrouble =
  | 'noHost'
  | 'connect'
  | 'version'
  | 'login'
  | 'noShare'
  | 'read'
  | 'write'
  | 'full'
  | 'gone'
  | 'timeout'
  | 'program'
  | 'stopped'
  | 'unknown'

const SENTENCES: Record<ShareTrouble, string> = {
  noHost: 'There is no host with this name.',
  connect: 'No connection to the file server: it is off, not reachable, or shares no files (SMB).',
  version:
    'The file server refuses the selected SMB version, or this computer does not support it. Select another version.',
  login: 'The file server refuses the user name or password, or demands them.',
  noShare: 'The file server has no share with this name.',
  read: 'The user may not read this share.',
  write: 'The user may not write to this share.',
  full: 'There is no space left on the share.',
  gone: 'The connection to the file server was lost.',
  timeout: 'The file server does not answer.',
  program:
    'Network shares need the program smbclient, which is not installed on this computer (package smbclient on Debian and Ubuntu, samba-client on Fedora, samba in Homebrew).',
  stopped: 'The job was stopped.',
  unknown: 'The file server reports an error.',
}

const CODES: Record<ShareTrouble, string> = {
  noHost: SHARE_ERRORS.noHost,
  connect: SHARE_ERRORS.connect,
  version: SHARE_ERRORS.connect,
  login: SHARE_ERRORS.login,
  noShare: SHARE_ERRORS.noShare,
  read: SHARE_ERRORS.read,
  write: SHARE_ERRORS.write,
  full: SHARE_ERRORS.write,
  gone: SHARE_ERRORS.connect,
  timeout: SHARE_ERRORS.connect,
  program: SHARE_ERRORS.processing,
  stopped: SHARE_ERRORS.processing,
  unknown: SHARE_ERRORS.processing,
}

/** Why an operation on a network share failed, in a sentence for people. */
export class ShareFailure extends Error {
  readonly trouble: ShareTrouble
  /** One of `SHARE_ERRORS`. */
  readonly code: string
  /**
   * @param detail what the server or smbclient says (`NT_STATUS_…`), for `unknown`
   */
  constructor(trouble: ShareTrouble, detail = '') {
    super(detail === '' ? SENTENCES[trouble] : `${SENTENCES[trouble].slice(0, -1)}: ${detail}.`)
    this.name = 'ShareFailure'
    this.trouble = trouble
    this.code = CODES[trouble]
  }
}

/**
 * Whether a failure says that the share as a whole can't be used, and not only that one operation
 * failed.
 */
export const isLost = ({ trouble }: ShareFailure): boolean =>
  !['read', 'write', 'full', 'stopped', 'unknown'].includes(trouble)

/** What smbclient was doing when it failed. */
export type SharePhase = 'read' | 'write'

const NO_FILE = [
  'NT_STATUS_NO_SUCH_FILE',
  'NT_STATUS_OBJECT_NAME_NOT_FOUND',
  'NT_STATUS_OBJECT_PATH_NOT_FOUND',
]
/** Whether a status says that a file or folder does not exist. */
export const saysNoFile = (status: string): boolean => NO_FILE.includes(status)

const FULL = ['NT_STATUS_DISK_FULL', 'NT_STATUS_QUOTA_EXCEEDED']
export const saysFull = (status: string): boolean => FULL.includes(status)

const GONE =
  /_(CONNECTION_\w+|PIPE_\w+|NETWORK_NAME_DELETED|NETNAME_DELETED|USER_SESSION_DELETED|UNEXPECTED_NETWORK_ERROR|LOCAL_DISCONNECT|REMOTE_DISCONNECT)$/
const DENIED = /_(ACCESS_DENIED|MEDIA_WRITE_PROTECTED|NETWORK_ACCESS_DENIED|PRIVILEGE_NOT_HELD)$/
const SLOW = 'NT_STATUS_IO_TIMEOUT'

/** What the status of an operation on files means. */
export function failureOfStatus(status: string, phase: SharePhase): ShareFailure {
  if (GONE.test(status)) return new ShareFailure('gone')
  if (status === SLOW) return new ShareFailure('timeout')
  if (DENIED.test(status)) return new ShareFailure(phase)
  return new ShareFailure('unknown', status)
}

/**
 * Why there is no connection.
 * @param output what smbclient has printed
 * @param anonymous whether it tried without a login
 */
export function failureOfConnecting(output: string, anonymous: boolean): ShareFailure {
  const status = /NT_STATUS_\w+/.exec(output)?.[0] ?? ''
  if (status === SLOW) return new ShareFailure('timeout')
  // smbclient was built without this version, or its own limits exclude it.
  if (/is less than min protocol|protocol negotiation failed/.test(output)) {
    return new ShareFailure('version')
  }
  if (output.includes('session setup failed')) {
    return GONE.test(status) ? new ShareFailure('gone') : new ShareFailure('login')
  }
  if (output.includes('tree connect failed')) {
    if (status === 'NT_STATUS_BAD_NETWORK_NAME') return new ShareFailure('noShare')
    if (DENIED.test(status)) return new ShareFailure(anonymous ? 'login' : 'read')
    return failureOfStatus(status, 'read')
  }
  // It says no more at this level of messages.
  return new ShareFailure('connect')
}
