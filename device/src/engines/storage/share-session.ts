import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import type { Writable } from 'node:stream'
import { endedWithUs } from '@lintel/disk-image/programs'
import { smbVersionIn } from './share-client.ts'
import type { ShareServer } from './share-client.ts'
import { failureOfConnecting, ShareFailure } from './share-failure.ts'

export interface SessionParts {
  server: ShareServer
  signal: AbortSignal
  /** Where programs are, like `PATH`. */
  path: string
  /** Milliseconds without an answer after which the server counts as lost. */
  limit: number
}

/** TCP port of SMB. */
const PORT = '445'

/** Characters that smbclient may print about one command: hundreds of thousands of files. */
const OUTPUT_MAX = 64 << 20

/** Streams of the shell: commands, messages (two), the user, the password. */
const STREAMS = ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'] as const

/**
 * smbclient reads user and password from pipes, so that neither its arguments nor its environment
 * nor a file have them. What Node calls a pipe is a socket, which can be read (`PASSWD_FD`), but not
 * opened by name (`--authentication-file`): for the user a shell makes a pipe of it. A password in
 * an authentication file would lose the blanks around it.
 */
const SCRIPT =
  'exec 5<&0; cat <&3 | PASSWD_FD=4 "$@" --authentication-file=/dev/fd/6 6<&0 <&5 5<&- 3<&-'
/** Bytes of a password that smbclient reads from `PASSWD_FD`; it cuts off what is longer. */
const PASSWORD_MAX = 127
/** For longer ones, which come with the user. */
const SCRIPT_FOR_LONG = SCRIPT.replace('PASSWD_FD=4 ', '')
/** What the shell exits with if it doesn't find the program (POSIX, §2.8.2). */
const NOT_FOUND = 127

/**
 * Signs in and carries out commands of smbclient, all of them, whether they succeed or not. They
 * are sent at once, because smbclient notices a further line only late.
 * @param heard called after each command with what smbclient has printed about it
 * @returns what smbclient has printed about each command
 * @throws ShareFailure when there is no connection
 */
export async function runCommands(
  parts: SessionParts,
  commands: readonly string[],
  heard: (printed: string) => void = () => {},
): Promise<string[]> {
  const { server, signal } = parts
  const address = await addressOf(server.host, parts)
  if (signal.aborted) throw new ShareFailure('stopped')
  const smbclient = endedWithUs(['smbclient', ...argumentsOf(server, address)])
  const isLong = Buffer.byteLength(server.password) > PASSWORD_MAX
  const script = isLong ? SCRIPT_FOR_LONG : SCRIPT
  const [shell = '', ...before] = endedWithUs(['sh', '-c', script, 'sh'])
  const child = spawn(shell, [...before, ...smbclient], {
    stdio: [...STREAMS],
    // A group of its own, which ends as a whole.
    detached: true,
    env: { PATH: parts.path, TZ: 'UTC', LC_ALL: 'C' },
  })
  // No command has this name, which smbclient therefore prints.
  const mark = `lintel-${randomBytes(8).toString('hex')}`
  const ending = `${mark}: command not found\n`
  const answers: string[] = []
  const output = openMarked(ending, (printed) => {
    answers.push(printed)
    // The first mark only says that the connection is there.
    if (answers.length > 1) heard(printed)
  })

  return new Promise((resolve, reject) => {
    let why: ShareFailure | undefined
    let silence: NodeJS.Timeout | undefined

    function stop(reason: ShareFailure): void {
      why ??= reason
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended.
      }
    }

    function listen(): void {
      clearTimeout(silence)
      silence = setTimeout(() => stop(new ShareFailure('timeout')), parts.limit)
    }

    function hear(text: string): void {
      listen()
      output.add(text)
      if (output.size() > OUTPUT_MAX) {
        output.forget()
        stop(new ShareFailure('unknown', 'its answer is too long'))
      }
    }

    function finish(code: number | null): void {
      clearTimeout(silence)
      signal.removeEventListener('abort', abort)
      if (why) reject(why)
      else if (code === NOT_FOUND) reject(new ShareFailure('program'))
      else if (answers.length === 0) {
        reject(failureOfConnecting(output.rest(), server.user === ''))
      } else if (answers.length <= commands.length) reject(new ShareFailure('gone'))
      else resolve(answers.slice(1))
    }

    const abort = () => stop(new ShareFailure('stopped'))
    signal.addEventListener('abort', abort)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', hear)
    }
    const [input, , , user, password] = child.stdio as unknown as Writable[]
    for (const stream of [input, user, password]) stream?.on('error', () => {})
    child.on('error', () => finish(NOT_FOUND))
    child.on('close', finish)
    listen()
    const long = isLong ? `password = ${server.password}\n` : ''
    user?.end(`username = ${server.user}\n${long}`)
    password?.end(`${server.password}\n`)
    input?.end(['', ...commands].map((line) => `${line}\n${mark}\n`).join(''))
  })
}

/**
 * Takes text apart that arrives in pieces, and looks at each piece once.
 * @param found called with what comes before each mark
 */
export function openMarked(mark: string, found: (text: string) => void) {
  let pieces: string[] = []
  let size = 0
  /** The latest text, in which a mark may have begun. */
  let tail = ''
  function forget(): void {
    pieces = []
    size = 0
    tail = ''
  }
  return {
    add(text: string): void {
      let open = tail + text
      for (let at = open.indexOf(mark); at !== -1; at = open.indexOf(mark)) {
        const before = pieces.join('') + open.slice(0, at)
        open = open.slice(at + mark.length)
        forget()
        found(before)
      }
      const end = Math.max(open.length - mark.length, 0)
      pieces.push(open.slice(0, end))
      size += end
      tail = open.slice(end)
    },
    /** What has come after the last mark. */
    rest: () => pieces.join('') + tail,
    /** Its characters. */
    size: () => size + tail.length,
    forget,
  }
}

function argumentsOf(server: ShareServer, address: string): string[] {
  const version = smbVersionIn(server.mountOptions)
  const limits = version
    ? [`client min protocol=${version}`, `client max protocol=${version}`]
    : ['client min protocol=SMB2_02', 'client max protocol=SMB3']
  return [
    `//${server.host}/${server.share}`,
    '--configfile=/dev/null',
    ...limits.map((limit) => `--option=${limit}`),
    `--ip-address=${address}`,
    `--port=${PORT}`,
    // Messages on one stream, and no others than those about what was done.
    '--stderr',
    '--debuglevel=0',
    ...(server.user === '' ? ['--no-pass'] : []),
  ]
}

async function addressOf(host: string, { signal, limit }: SessionParts): Promise<string> {
  const stop = AbortSignal.any([signal, AbortSignal.timeout(limit)])
  const stopped = new Promise<never>((_, reject) => {
    stop.addEventListener('abort', () =>
      reject(new ShareFailure(signal.aborted ? 'stopped' : 'noHost')),
    )
  })
  const found = lookup(host).then(
    ({ address }) => address,
    () => {
      throw new ShareFailure('noHost')
    },
  )
  return Promise.race([found, stopped])
}
