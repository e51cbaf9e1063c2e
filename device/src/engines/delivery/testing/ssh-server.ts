/**
 * A real SSH server for tests: Debian's sshd, with an account of its own. Its files of accounts are
 * only there in its mount namespace, so that the computer's stay as they are.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  appendFileSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Debian has it where the PATH of users doesn't lead. */
const SSHD = '/usr/sbin/sshd'
/** Of the account, as user and as group. */
const ID = 64_242

/** Whether it can run: on Linux, as root, with rights to make namespaces. */
export const HAS_SSHD =
  process.getuid?.() === 0 && existsSync(SSHD) && spawnSync('unshare', ['-m', 'true']).status === 0

export interface SshServer {
  port: number
  /** The account's home, to which paths are relative. */
  home: string
  /** As ssh-keygen prints them: `SHA256:…`, `MD5:…`. */
  fingerprints: { sha256: string; md5: string }
  /** The passwords that clients have tried; they may be here later than the answers. */
  attempts: () => ('Accepted' | 'Failed')[]
  close(): Promise<void>
}

interface SshServerOptions {
  user: string
  password: string
  /** Asks for the password (`keyboard-interactive`), instead of taking it at once. */
  asks?: boolean
}

export async function openSshServer(options: SshServerOptions): Promise<SshServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-sshd-'))
  // The account has to get to its home.
  chmodSync(folder, 0o711)
  const inside = (name: string) => join(folder, name)
  const home = inside('home')
  const { user, password, asks = false } = options
  for (const name of ['passwd', 'shadow']) copyFileSync(join('/etc', name), inside(name))
  const hash = execFileSync('openssl', ['passwd', '-6', password], { encoding: 'utf8' }).trim()
  appendFileSync(inside('passwd'), `${user}:x:${ID}:${ID}::${home}:/bin/sh\n`)
  appendFileSync(inside('shadow'), `${user}:${hash}:19000:0:99999:7:::\n`)
  writeFileSync(inside('pam'), PAM)
  mkdirSync(home)
  chownSync(home, ID, ID)
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', inside('key')])
  const port = await freePort()
  writeFileSync(inside('config'), configuration(inside('key'), port, asks))
  const child = spawn('unshare', ['-m', 'sh', '-c', SCRIPT, 'sh', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (text: Buffer) => {
      log += text.toString()
      if (log.includes('Server listening')) resolve()
    })
    child.once('close', () => reject(new Error(`sshd has ended: ${log}`)))
  })
  return {
    port,
    home,
    fingerprints: {
      sha256: fingerprint(inside('key'), 'sha256'),
      md5: fingerprint(inside('key'), 'md5'),
    },
    attempts: () =>
      Array.from(log.matchAll(/^(Accepted|Failed) password /gm), ([, result]) =>
        result === 'Accepted' ? result : 'Failed',
      ),
    async close() {
      const gone = once(child, 'close')
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true })
    },
  }
}

const SCRIPT = `
  mount --bind "$1/passwd" /etc/passwd &&
  mount --bind "$1/shadow" /etc/shadow &&
  { [ ! -e /etc/pam.d/sshd ] || mount --bind "$1/pam" /etc/pam.d/sshd; } &&
  mount -t tmpfs tmpfs /run && mkdir /run/sshd &&
  exec ${SSHD} -D -e -f "$1/config"
`

const PAM = `
auth required pam_unix.so
account required pam_unix.so
session required pam_permit.so
`

const configuration = (key: string, port: number, asks: boolean): string => `
ListenAddress 127.0.0.1
Port ${port}
HostKey ${key}
PidFile none
StrictModes no
UseDNS no
UsePAM ${asks ? 'yes' : 'no'}
PasswordAuthentication ${asks ? 'no' : 'yes'}
KbdInteractiveAuthentication ${asks ? 'yes' : 'no'}
Subsystem sftp internal-sftp
`

const fingerprint = (key: string, hash: string): string =>
  execFileSync('ssh-keygen', ['-l', '-E', hash, '-f', `${key}.pub`], { encoding: 'utf8' }).split(
    ' ',
  )[1] ?? ''

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => void server.close(resolve))
  return port
}
