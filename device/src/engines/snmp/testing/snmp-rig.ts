import { execFile, spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { ParameterChanges, ParametersIn } from '@lintel/contract/parameters/all'
import { productCalled } from '@lintel/contract/products/products'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import type { StartReason } from '@lintel/contract/wire'
import { onTestFinished } from 'vitest'
import { startClock } from '../../../clock/clock.ts'
import { openLog } from '../../../log.ts'
import { definitionsOf } from '../../../products/definitions.ts'
import { openDatabase } from '../../../state/database.ts'
import { openParameters } from '../../../state/parameters.ts'
import { openSnmp } from '../snmp.ts'

export const SERIAL = 'AECC8E012345'
export const PASSWORD = 'front door 42'

/** Whether the tools of Debian's `snmp` and `snmptrapd` are installed. */
export const HAS_TOOLS = ['snmpget', 'snmptrapd'].every(
  (tool) => spawnSync(tool, ['-V']).error === undefined,
)

/** Options of `net-snmp` for the user. */
export const USER = {
  sha: ['-v3', '-l', 'authPriv', '-u', 'initial', '-a', 'SHA', '-x', 'AES'],
  md5: ['-v3', '-l', 'authPriv', '-u', 'initial', '-a', 'MD5', '-x', 'DES'],
}
export const secret = (password: string) => ['-A', password, '-X', password]

/** A device with an agent on a free port, and helpers to observe it. */
export async function openRig(
  settings: Partial<ParametersIn<'SNMP'>> = {},
  options: { cable?: boolean; reason?: StartReason; trapPort?: number; address?: string } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-snmp-'))
  const database = openDatabase(join(folder, 'state.db'))
  const clock = startClock()
  let address = options.address ?? '127.0.0.1'
  const parameters = openParameters(database, definitionsOf(productCalled('A8307-E')), {
    serial: SERIAL,
    lease: () => undefined,
    place: () => ({ address, subnetMask: '255.0.0.0', broadcast: '127.255.255.255' }),
    ipv6: () => [],
    rtspPort: () => 554,
    rootPasswordSet: () => true,
    now: () => clock.now(),
  })
  const set = (values: Partial<ParametersIn<'SNMP'>>) =>
    parameters.set(
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [`root.SNMP.${name}`, value]),
      ) as ParameterChanges,
    )
  set({ Enabled: true, ...settings })
  const port = await freePort()
  const benchLog: [string, Record<string, string | number>][] = []
  const { cable = true, reason = 'power', trapPort } = options
  const open = (why: StartReason) =>
    openSnmp(
      {
        plugged: {
          serial: SERIAL,
          ports: { http: 0, https: 0, sip: 0, snmp: port, rtsp: 0 },
          reason: why,
          world: { ...PLAIN_WORLD, cable },
        },
        network: { listening: () => ({ listen: address, address }) },
        clock,
        parameters,
        log: openLog('silent'),
        logToBench: (id, values = {}) => void benchLog.push([id, values]),
      },
      trapPort === undefined ? {} : { trapPort },
    )
  let snmp = open(reason)
  await snmp.start()
  onTestFinished(async () => {
    await snmp.close()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs one of the tools against the agent and returns its output. */
  function run(tool: string, ...args: string[]): Promise<string> {
    const [first = '', ...rest] = args
    const at = rest.findIndex((arg) => arg === '--')
    const [flags, names] = at < 0 ? [[], rest] : [rest.slice(0, at), rest.slice(at + 1)]
    return new Promise((resolve) => {
      const whole = [first, ...flags, '-r0', '-t0.4', '-OnqU', `${address}:${port}`, ...names]
      execFile(tool, whole, { env: quiet(folder) }, (_, stdout, stderr) => {
        resolve((stdout || stderr).trim())
      })
    })
  }

  return {
    port,
    parameters,
    clock,
    benchLog,
    set,
    snmp: () => snmp,
    /** Closes and reopens the agent, as the device does. */
    async restart(why: StartReason) {
      await snmp.close()
      snmp = open(why)
      await snmp.start()
    },
    async moveTo(other: string) {
      address = other
      snmp.addressChanged()
      await snmp.settled()
    },
    run,
    /** Reads with the read community, over version 2c. */
    get: (name: string) => run('snmpget', '-v2c', '-c', 'public', '--', name),
    /** Sends a datagram and returns the response; undefined for none. */
    send: (datagram: Buffer) => send(datagram, { address, port }),
  }
}

/** Keeps the tools' own settings and files out of the test. */
const quiet = (folder: string) => ({
  ...process.env,
  MIBS: '',
  SNMPCONFPATH: folder,
  SNMP_PERSISTENT_DIR: folder,
})

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  await new Promise<void>((closed) => void socket.close(() => closed()))
  return port
}

async function send(
  datagram: Buffer,
  { address, port }: { address: string; port: number },
): Promise<Buffer | undefined> {
  const socket = createSocket('udp4')
  try {
    let answer: Buffer | undefined
    socket.on('message', (message) => (answer ??= message))
    await new Promise<void>((resolve, reject) => {
      socket.send(datagram, port, address, (error) => (error ? reject(error) : resolve()))
    })
    // On loopback a datagram has arrived once it is sent, and the agent is in this process: each
    // turn of the event loop reads what has arrived. Two would do.
    for (let turn = 0; turn < 20; turn += 1) await setImmediate()
    return answer
  } finally {
    socket.close()
  }
}

/** A real trap receiver. `traps` returns one line for each trap. */
export async function openReceiver(engineId: string) {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-traps-'))
  const port = await freePort()
  writeFileSync(
    join(folder, 'traps.conf'),
    [
      'authCommunity log public',
      `createUser -e 0x${engineId} initial SHA "${PASSWORD}" AES "${PASSWORD}"`,
      'authUser log initial priv',
      'format1 TRAP v1 %P | %N | %w.%q | %v\\n',
      'format2 TRAP v2 %P | %v\\n',
    ].join('\n'),
  )
  const args = ['-f', '-Lo', '-n', '-On', '-C', '-c', join(folder, 'traps.conf')]
  const receiver = spawn('snmptrapd', [...args, `127.0.0.1:${port}`], { env: quiet(folder) })
  let output = ''
  receiver.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  receiver.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  onTestFinished(async () => {
    const ended = once(receiver, 'exit')
    receiver.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    port,
    output: () => output,
    traps: () => output.split('\n').filter((line) => line.startsWith('TRAP')),
  }
}
