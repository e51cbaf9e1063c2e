import Client from 'ssh2-sftp-client'
import type { ActionFailureReason } from '@lintel/contract/calls/recipients'
import { ActionFailure } from '../action-rules/types.ts'
import { connect, serverOf } from './connection.ts'
import { failureOf } from './failures.ts'
import { refusalOfKey } from './host-key.ts'
import type { Task } from './recipient.ts'
import { namesIn, putWhole, uploadTo } from './upload.ts'
import type { RemoteFolder } from './upload.ts'

/** By the layer of SSH that fails, as ssh2 names it. */
const LEVELS: Readonly<Record<string, ActionFailureReason>> = {
  'client-authentication': 'signIn',
  'client-socket': 'unreachable',
  handshake: 'protocol',
  protocol: 'protocol',
}

/** By status of SFTP (draft-ietf-secsh-filexfer-13 §9.1). */
const STATUSES: Readonly<Record<string, ActionFailureReason>> = {
  2: 'notFound',
  3: 'refused',
  4: 'refused',
  6: 'unreachable',
  7: 'unreachable',
  8: 'refused',
  10: 'notFound',
  14: 'noSpace',
  15: 'noSpace',
  ERR_BAD_PATH: 'refused',
  ERR_NOT_CONNECTED: 'unreachable',
}

export const sftp = uploadTo(async (task, work) => {
  const { value, signal } = task
  const password = value('password')
  const socket = await connect(serverOf(task), signal)
  const client = new Client('sftp', {})
  /** What ssh2 says; the client replaces it with a message of its own. */
  let failure: ActionFailure | undefined
  try {
    client.on('error', (cause: Error & { level?: string }) => {
      const saidNothing = cause.message.startsWith('Connection lost') && socket.bytesRead === 0
      const reason = saidNothing ? 'unreachable' : LEVELS[cause.level ?? '']
      failure ??= failureOf(cause, reason ?? 'protocol')
    })
    client.on('keyboard-interactive', (...[, , , prompts, answer]: KeyboardInteractive) => {
      answer(prompts.map(({ echo }) => (echo === true ? '' : password)))
    })
    await client.connect({
      sock: socket,
      username: value('login'),
      password,
      tryKeyboard: true,
      // Time is limited for the delivery as a whole.
      readyTimeout: 0,
      hostVerifier(key: Buffer) {
        failure = refusalOfKey(key, task)
        return failure === undefined
      },
    })
    return await work(openFolder(client, task))
  } catch (cause) {
    throw failure ?? sftpFailure(cause)
  } finally {
    socket.destroy()
  }
})

type KeyboardInteractive = [
  name: string,
  instructions: string,
  language: string,
  prompts: { prompt: string; echo?: boolean }[],
  answer: (answers: string[]) => void,
]

function openFolder(client: Client, { value }: Task): RemoteFolder {
  const path = value('upload_path').trim()
  const root = path.startsWith('/') ? '/' : ''
  const base = namesIn(path)
  const isTemporary = value('temporary') === '1'

  async function rename(from: string, to: string): Promise<string> {
    try {
      // Replaces a file, which the standard's own doesn't (draft-ietf-secsh-filexfer-02 §6.5).
      await client.posixRename(from, to)
    } catch {
      await client.rename(from, to)
    }
    return ''
  }

  return {
    async put(folders, name, bytes) {
      const names = [...base, ...folders]
      if (names.length > 0) await client.mkdir(root + names.join('/'), true)
      const file = root + [...names, name].join('/')
      const put = async (to: string) => {
        await client.put(Buffer.from(bytes), to)
        return ''
      }
      if (!isTemporary) return put(file)
      return putWhole(file, { put, rename, remove: (one) => client.delete(one) })
    },
    async remove(name) {
      await client.delete(root + [...base, name].join('/'))
    },
  }
}

function sftpFailure(cause: unknown): ActionFailure {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const { reason, detail } = failureOf(cause, STATUSES[code] ?? 'protocol')
  return new ActionFailure(reason, detail.replace(CALLS, ''))
}

/** Names of the library's functions, with which its messages begin. */
const CALLS = /^(?:(?:_?[a-z]\w*|Write stream error|Re-thrown): )+/
