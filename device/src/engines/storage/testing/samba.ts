/** A real file server for tests: Debian's Samba, with a configuration and folders of its own. */
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** The account of the server, which needs one of the computer's users. */
export const SHARE_USER = 'root'
/** With what has a meaning for shells, smbclient and its authentication files. */
export const SHARE_PASSWORD = ' ge"he\'im% #ö$1; '

/** Whether a server of the computer's own listens at the port of file servers (proc_net(5)). */
const hasServerOfItsOwn = (): boolean =>
  ['/proc/net/tcp', '/proc/net/tcp6']
    .filter((table) => existsSync(table))
    .some((table) => /:\s0+:01BD\s\S+\s0A\s/.test(readFileSync(table, 'latin1')))

/**
 * The port of file servers can be bound by root alone, and once; tests without it are skipped.
 */
export const HAS_SAMBA =
  process.getuid?.() === 0 &&
  ['smbd', 'smbclient'].every((program) => !spawnSync(program, ['--version']).error) &&
  !hasServerOfItsOwn()

/** Writing beyond this many bytes of a file fails as on a full disk. */
export const FULL_AT = 8 << 20

export interface Samba {
  /** An address of this computer's own, 127.x.y.z. */
  address: string
  /** The folder of the share `rec`; `ro` is the same without the right to write. */
  files: string
  /** Gives the account another password. */
  setPassword(password: string): void
  /** What the server reports of its disk, in kilobytes. */
  setSize(total: number, free: number): void
  start(): Promise<void>
  /** Ends it as a power cut does: its connections are lost. */
  kill(): Promise<void>
  /** It no longer answers, but its connections stay. */
  freeze(): void
  /** It answers again. */
  thaw(): void
  /** Ends it and deletes its files. */
  close(): Promise<void>
}

/**
 * A running server.
 * @param settings further lines of the global section of its configuration
 */
export async function openSamba(settings: readonly string[] = []): Promise<Samba> {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-samba-'))
  const inside = (name: string) => join(folder, name)
  const address = `127.61.${randomInt(1, 255)}.${randomInt(1, 255)}`
  for (const name of ['private', 'lock', 'state', 'cache', 'pid', 'ncalrpc', 'files']) {
    mkdirSync(inside(name))
  }
  const size = inside('size')
  writeFileSync(inside('dfree'), `#!/bin/sh\ncat ${size}\n`)
  chmodSync(inside('dfree'), 0o755)
  const setSize = (total: number, free: number) => writeFileSync(size, `${total} ${free} 1024\n`)
  setSize(1000, 900)
  writeFileSync(inside('smb.conf'), configuration(folder, address, settings))
  const setPassword = (password: string) => addUser(inside('smb.conf'), password)
  setPassword(SHARE_PASSWORD)
  let server: ChildProcess | undefined

  function signal(name: NodeJS.Signals): void {
    if (server?.pid !== undefined) process.kill(-server.pid, name)
  }

  async function start(): Promise<void> {
    const smbd = `ulimit -f ${FULL_AT / 512}; trap '' XFSZ; exec smbd "$@"`
    const options = ['--foreground', '--no-process-group', '--debug-stdout']
    const child = spawn(
      'sh',
      ['-c', smbd, 'sh', ...options, `--configfile=${inside('smb.conf')}`],
      { detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    server = child
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => (said += text.toString()))
    }
    while (!(await listens(address))) {
      if (child.exitCode !== null) throw new Error(`smbd did not start: ${said}`)
      await setTimeout(10)
    }
  }

  async function kill(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'close')
    signal('SIGKILL')
    await gone
  }

  await start()
  return {
    address,
    files: inside('files'),
    setPassword,
    setSize,
    start,
    kill,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function addUser(configFile: string, password: string): void {
  const { status, stderr } = spawnSync(
    'smbpasswd',
    ['-c', configFile, '-L', '-a', '-s', SHARE_USER],
    { input: `${password}\n${password}\n` },
  )
  if (status !== 0) throw new Error(`smbpasswd failed: ${stderr.toString()}`)
}

async function listens(address: string): Promise<boolean> {
  const socket = connect(445, address)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

const configuration = (folder: string, address: string, settings: readonly string[]): string => `
[global]
  server role = standalone server
  interfaces = ${address}/8
  bind interfaces only = yes
  smb ports = 445
  disable netbios = yes
  private dir = ${folder}/private
  lock directory = ${folder}/lock
  state directory = ${folder}/state
  cache directory = ${folder}/cache
  pid directory = ${folder}/pid
  ncalrpc dir = ${folder}/ncalrpc
  passdb backend = smbpasswd:${folder}/private/smbpasswd
  map to guest = never
  load printers = no
  disable spoolss = yes
  dfree command = ${folder}/dfree
  ${settings.join('\n  ')}
[rec]
  path = ${folder}/files
  read only = no
[ro]
  path = ${folder}/files
  read only = yes
`
