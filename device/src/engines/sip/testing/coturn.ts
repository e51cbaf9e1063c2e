/** Debian's coturn, a STUN and TURN server, for tests. */
import { join } from 'node:path'
import { folder, listens, run } from './programs.ts'
import { freePort, until } from './sip-rig.ts'

/** The user of the server. */
export const TURN_USER = { user: 'door', password: 'secret of the relay' }

export interface Coturn {
  /** `127.0.0.1:` and its port. */
  server: string
  /** What it has logged so far. */
  output(): string
  stop(): Promise<void>
}

/**
 * A server with one user, whose relays reach loopback addresses.
 * @param options.address where it listens, and where its relays are
 * @param options.extra more of its command line
 */
export async function openCoturn(
  options: { address?: string; port?: number; extra?: readonly string[] } = {},
): Promise<Coturn> {
  const { address = '127.0.0.1', extra = [] } = options
  const port = options.port ?? (await freePort(address))
  const path = folder()
  const { user, password } = TURN_USER
  const child = run(
    'turnserver',
    [
      '-n',
      '--log-file=stdout',
      '--simple-log',
      '--verbose',
      '--lt-cred-mech',
      '--allow-loopback-peers',
      '--no-cli',
      '--no-tls',
      '--no-dtls',
      '--realm=lab.test',
      `--listening-ip=${address}`,
      `--relay-ip=${address}`,
      `--listening-port=${port}`,
      `--user=${user}:${password}`,
      `--userdb=${join(path, 'users')}`,
      `--pidfile=${join(path, 'pid')}`,
      ...extra,
    ],
    path,
  )
  try {
    await until(() => {
      if (child.exitCode !== null) throw new Error('It has ended.')
      return listens(address, port)
    })
  } catch (cause) {
    throw new Error(`coturn did not start: ${child.output()}`, { cause })
  }
  return {
    server: `${address.includes(':') ? `[${address}]` : address}:${port}`,
    output: () => child.output(),
    stop: () => child.stop(),
  }
}
