/** A real NTP server, chrony, on its own loopback address. */
import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export interface TimeServer {
  address: string
  /** Stops it; requests then get no response. */
  stop(): Promise<void>
}

const PORT = 123

/** Whether it can be started here: chrony is installed, and the NTP port may be used. */
export async function canServeTime(): Promise<boolean> {
  try {
    execFileSync('chronyd', ['--version'], { stdio: 'pipe' })
  } catch {
    return false
  }
  const socket = createSocket('udp4')
  try {
    socket.bind(PORT, anyAddress())
    await once(socket, 'listening')
    return true
  } catch {
    return false
  } finally {
    socket.close()
  }
}

const anyAddress = () => `127.${randomInt(2, 250)}.${randomInt(2, 250)}.${randomInt(2, 250)}`

/**
 * Starts a server that serves the host's time and leaves the host's clock alone.
 * @param knows whether it reports that it is synchronised
 */
export async function startTimeServer({ knows = true } = {}): Promise<TimeServer> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-chrony-'))
  const address = anyAddress()
  const configuration = [
    `bindaddress ${address}`,
    `port ${PORT}`,
    'allow 127/8',
    ...(knows ? ['local stratum 8'] : []),
    'cmdport 0',
    'bindcmdaddress /',
    `pidfile ${join(folder, 'pid')}`,
  ].join('\n')
  const file = join(folder, 'chrony.conf')
  await writeFile(file, `${configuration}\n`)
  const user = execFileSync('id', ['-un'], { encoding: 'utf8' }).trim()
  const child = spawn('chronyd', ['-d', '-x', '-U', '-u', user, '-f', file], { stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  if (!(await answers(address, child))) throw new Error(`chronyd did not start.\n${output}`)
  return {
    address,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Retries until a response arrives. */
async function answers(address: string, child: ChildProcess): Promise<boolean> {
  const socket = createSocket('udp4')
  socket.on('error', () => {})
  const request = Buffer.alloc(48)
  request[0] = 0x23
  try {
    const answered = once(socket, 'message').then(() => true)
    for (let tries = 0; tries < 50 && child.exitCode === null; tries += 1) {
      socket.send(request, PORT, address)
      if (await Promise.race([answered, pause(100, false)])) return true
    }
    return false
  } finally {
    socket.close()
  }
}
