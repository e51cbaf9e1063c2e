/** A real Bonjour browser, avahi, in a network namespace. */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** A service that was found and resolved. */
export interface Found {
  name: string
  type: string
  host: string
  address: string
  port: number
  text: string
}

export interface Avahi {
  browse(): Promise<Found[]>
  stop(): Promise<void>
}

const PROGRAMS = ['avahi-daemon', 'avahi-browse', 'dbus-daemon']

export function canBrowse(): boolean {
  try {
    for (const program of PROGRAMS) execFileSync(program, ['--version'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

/**
 * Starts avahi with a message bus of its own.
 * @param within the command prefix that runs it in the namespace
 */
export async function startAvahi(within: readonly string[]): Promise<Avahi> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-avahi-'))
  const bus = join(folder, 'bus')
  await writeFile(join(folder, 'bus.conf'), busSettings(bus))
  await writeFile(join(folder, 'avahi.conf'), '[publish]\ndisable-publishing=yes\n[rlimits]\n')
  const env = { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${bus}` }
  const start = (command: readonly string[]) => {
    const [program = '', ...args] = command
    return spawn(program, args, { env, stdio: 'ignore' })
  }
  const config = `--config-file=${folder}/bus.conf`
  const daemon = start(['dbus-daemon', config, '--nofork', '--nopidfile'])
  while (!existsSync(bus)) await pause(20)
  const plain = ['--no-drop-root', '--no-chroot', '--no-rlimits', '--no-proc-title']
  const avahi = start([...within, 'avahi-daemon', '-f', join(folder, 'avahi.conf'), ...plain])
  return {
    async browse() {
      const { stdout } = await promisify(execFile)('env', [...within, 'avahi-browse', '-atpr'], {
        env,
      })
      return stdout.split('\n').flatMap(parseService)
    },
    async stop() {
      for (const child of [avahi, daemon]) {
        if (child.exitCode !== null) continue
        const ended = once(child, 'exit')
        child.kill()
        await ended
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const busSettings = (bus: string) => `<busconfig>
  <type>system</type><listen>unix:path=${bus}</listen><auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/><allow user="*"/>
  </policy>
</busconfig>`

/** Bytes are escaped as `\032`, other characters as `\.`. */
function unescaped(name: string): string {
  const bytes = name.replaceAll(/\\(\d{3}|.)/g, (_all, sign: string) =>
    sign.length === 3 ? String.fromCodePoint(Number(sign)) : sign,
  )
  return Buffer.from(bytes, 'latin1').toString()
}

/** `=;interface;IPv4;name;type;domain;host;address;port;text`. */
function parseService(line: string): Found[] {
  const [sign, , family, name = '', type = '', , host = '', address = '', port, ...text] =
    line.split(';')
  if (sign !== '=' || family !== 'IPv4') return []
  return [{ name: unescaped(name), type, host, address, port: Number(port), text: text.join(';') }]
}
