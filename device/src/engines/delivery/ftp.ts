import { Readable } from 'node:stream'
import { Client, FTPError } from 'basic-ftp'
import type { ActionFailureReason } from '@lintel/contract/calls/recipients'
import { ActionFailure } from '../action-rules/types.ts'
import { serverOf } from './connection.ts'
import { failureOf } from './failures.ts'
import type { Task } from './recipient.ts'
import { namesIn, putWhole, uploadTo } from './upload.ts'
import type { RemoteFolder } from './upload.ts'

/** Replies that have another meaning than that something was refused (RFC 959 §4.2). */
const REPLIES: Readonly<Record<number, ActionFailureReason>> = {
  331: 'signIn',
  332: 'signIn',
  430: 'signIn',
  452: 'noSpace',
  530: 'signIn',
  532: 'signIn',
  552: 'noSpace',
}
/** The reply to a path that doesn't exist. */
const NO_SUCH_PATH = 550
/** What errors of the library are about that have no code. */
const LOST = /FIN packet|closed connection|Socket closed|disconnected/
/** Why there is no connection for data, in the words of the library. */
const NO_DATA = /^None of the available transfer strategies work\..*? was '(.*)'\.$/s

/** Data connections are passive, also for a recipient with `passive=0`. */
export const ftp = uploadTo(async (task, work) => {
  const { signal } = task
  const server = serverOf(task)
  // Time is limited for the delivery as a whole.
  const client = new Client(0)
  const close = () => client.close()
  signal.addEventListener('abort', close)
  try {
    const greeting = client.connect(server.host, server.port)
    expectReplies(client)
    await greeting
    await signIn(client, task)
    await client.useDefaultSettings()
    return await work(await openFolder(client, task))
  } catch (cause) {
    throw ftpFailure(cause)
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
})

/** The library waits for a reply, whatever else a server of another protocol says. */
function expectReplies({ ftp: context }: Client): void {
  context.socket.once('data', (data) => {
    const words = String(data)
    if (/^(?:\d{1,3}$|\d{3}[ \r\n-])/.test(words)) return
    context.closeWithError(new ActionFailure('protocol', words))
  })
}

async function signIn(client: Client, { value }: Task): Promise<void> {
  const login = value('login')
  // Names and passwords may have other letters than those of ASCII.
  await client.sendIgnoringError('OPTS UTF8 ON')
  try {
    await client.login(login || 'anonymous', login === '' ? 'guest' : value('password'))
  } catch (cause) {
    if (cause instanceof FTPError && cause.code >= 500) {
      throw new ActionFailure('signIn', cause.message)
    }
    throw cause
  }
}

async function openFolder(client: Client, { value }: Task): Promise<RemoteFolder> {
  const path = value('upload_path').trim()
  const base = namesIn(path)
  const root = path.startsWith('/') ? '/' : await client.pwd()
  const isTemporary = value('temporary') === '1'

  async function enter(folders: readonly string[]): Promise<void> {
    try {
      await client.cd(root)
      await client.ensureDir([...base, ...folders].join('/'))
    } catch (cause) {
      if (!(cause instanceof FTPError) || cause.code !== NO_SUCH_PATH) throw cause
      throw new ActionFailure('notFound', cause.message)
    }
  }

  async function put(name: string, bytes: Uint8Array): Promise<string> {
    const { message } = await client.uploadFrom(Readable.from([Buffer.from(bytes)]), name)
    return message
  }
  const rename = async (from: string, to: string) => (await client.rename(from, to)).message
  const remove = (name: string) => client.remove(name)

  return {
    async put(folders, name, bytes) {
      await enter(folders)
      if (!isTemporary) return put(name, bytes)
      return putWhole(name, { put: (part) => put(part, bytes), rename, remove })
    },
    async remove(name) {
      await remove(name)
    },
  }
}

function ftpFailure(cause: unknown): ActionFailure {
  if (cause instanceof FTPError) return replyFailure(cause.code, cause.message)
  const message = cause instanceof Error ? cause.message : ''
  if (message.includes('control characters'))
    return new ActionFailure('notPossible', 'control characters')
  const [, inner = ''] = NO_DATA.exec(message) ?? []
  const [, reply = '', code] = /^FTPError: ((\d{3}).*)/s.exec(inner) ?? []
  if (code !== undefined) return replyFailure(Number(code), reply)
  const [, blocked] = /passive mode: (.*)/s.exec(inner) ?? []
  if (blocked !== undefined) return new ActionFailure('unreachable', blocked)
  return failureOf(cause, LOST.test(message) ? 'unreachable' : 'protocol')
}

function replyFailure(code: number, message: string): ActionFailure {
  const isRefusal = code >= 400 && code < 600
  return new ActionFailure(REPLIES[code] ?? (isRefusal ? 'refused' : 'protocol'), message)
}
