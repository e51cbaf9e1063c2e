import { spawn } from 'node:child_process'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FAKE_DEVICE } from './testing/rig.ts'
import { tempFolder } from './testing/temp-folder.ts'

const ANY_PORTS = ['port', 'https-port', 'bench-port', 'sip-port', 'snmp-port'].flatMap((flag) => [
  `--${flag}`,
  '0',
])

interface Run {
  child: ChildProcess
  output(): string
  complaints(): string
  /** The exit code, or the signal. */
  ended: Promise<number | string | null>
}

function start(flags: string[], env: Record<string, string> = {}): Run {
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...flags], {
    env: { ...process.env, LC_ALL: 'C', FAKE_DEVICE: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let complaints = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const ended = once(child, 'close').then(
    ([code, signal]) => (code ?? signal) as number | string | null,
  )
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, output: () => output, complaints: () => complaints, ended }
}

const withDevice = (data: string, ...flags: string[]) => [
  '--data',
  data,
  '--device-entry',
  FAKE_DEVICE,
  '--boot-seconds=0',
  ...flags,
]

async function firstLine(run: Run): Promise<string> {
  await expect.poll(() => run.output() + run.complaints(), { timeout: 10_000 }).toContain('\n')
  return run.output()
}

interface Printed {
  http: string
  bench: string
  board: number
  device: number
}

/** Whether a process runs; a zombie does not. */
const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH' && !existsSync('/proc/self')
  }
}

test('with --json one line has the addresses once the device answers; SIGTERM ends both with 0', async () => {
  const data = tempFolder()
  const run = start(withDevice(data, '--json', '--serial', 'aecc8e0000bb', ...ANY_PORTS))
  const line = await firstLine(run)
  const printed = JSON.parse(line) as Printed
  expect(Object.keys(printed)).toEqual('http https bench sip snmp board device'.split(' '))
  expect(printed.board).toBe(run.child.pid)
  const answer = (await (await fetch(printed.http)).json()) as { serial: string; pid: number }
  expect(answer).toMatchObject({ serial: 'AECC8E0000BB', pid: printed.device })
  expect((await fetch(`${printed.bench}/bench/state`)).status).toBe(200)
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
  expect(alive(printed.device)).toBe(false)
  expect([run.output(), run.complaints()]).toEqual([line, ''])
})

test('the addresses are printed for people, in their language', async () => {
  const run = start(withDevice(tempFolder(), ...ANY_PORTS), { LC_ALL: 'de_DE.UTF-8' })
  await firstLine(run)
  run.child.kill('SIGINT')
  expect(await run.ended).toBe(0)
  expect(run.output()).toMatch(
    /A8307-E, Seriennummer AECC8E[0-9A-F]{6}, läuft\.\n\n {2}Konsole {3}http:\S+\n {2}Werkbank {2}http:\S+\n\nÖffnen Sie/,
  )
})

test('a second signal kills a device that does not stop', async () => {
  const data = tempFolder()
  const run = start(withDevice(data, '--json', ...ANY_PORTS), { FAKE_DEVICE: 'stubborn' })
  const { device } = JSON.parse(await firstLine(run)) as Printed
  run.child.kill('SIGINT')
  await expect.poll(() => existsSync(join(data, 'device', 'ignored-stop'))).toBe(true)
  expect([alive(device), run.child.exitCode]).toEqual([true, null])
  run.child.kill('SIGINT')
  expect(await run.ended).toBe(130)
  await expect.poll(() => alive(device)).toBe(false)
})

test('a data folder has one board; a killed board frees it, and its device exits', async () => {
  const data = tempFolder()
  const first = start(withDevice(data, '--json', ...ANY_PORTS))
  const { device } = JSON.parse(await firstLine(first)) as Printed
  const second = start(withDevice(data, '--json', ...ANY_PORTS))
  expect(await second.ended).toBe(2)
  expect(second.complaints()).toBe(
    `Another board (process ${first.child.pid}) is using the data folder ${data}. End it, or choose another folder with --data.\n`,
  )
  first.child.kill('SIGKILL')
  expect(await first.ended).toBe('SIGKILL')
  await expect.poll(() => alive(device)).toBe(false)
  const third = start(withDevice(data, '--json', ...ANY_PORTS))
  expect(await firstLine(third)).toContain('"http"')
})

test('a usage problem is one line and exit code 2', async () => {
  const data = tempFolder()
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cases: [string[], string][] = [
    [['--prot', '80'], 'There is no flag --prot. See --help.'],
    [
      withDevice(data, ...ANY_PORTS, '--bench-port', String(port)),
      `Port ${port} is in use. Choose another one with --bench-port.`,
    ],
    [
      withDevice(data, ...ANY_PORTS, '--bind', '192.0.2.1'),
      'This computer has no address 192.0.2.1. Choose another one with --bind.',
    ],
    [
      ['--device-entry', '/nowhere.js'],
      'The device is not built: /nowhere.js is missing. Start it with npm start.',
    ],
  ]
  for (const [flags, line] of cases) {
    const run = start(flags)
    expect(await run.ended).toBe(2)
    expect([run.output(), run.complaints()]).toEqual(['', `${line}\n`])
  }
}, 20_000)

test('a device that does not start is reported and retried', async () => {
  const data = tempFolder()
  const run = start(withDevice(data, ...ANY_PORTS), { FAKE_DEVICE: 'crash' })
  await expect
    .poll(() => run.complaints(), { timeout: 15_000 })
    .toBe(`The device did not start; see ${join(data, 'log', 'device.log')}. Trying again.\n`)
  expect([run.output(), run.child.exitCode]).toEqual(['', null])
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
}, 20_000)

test('a folder with other or damaged hardware is left alone', async () => {
  const data = tempFolder()
  const hardware = {
    product: 'A8307-E',
    serial: 'AECC8E0000CC',
    clockOffset: 0,
    world: PLAIN_WORLD,
  }
  const complaint = async (content: string, ...flags: string[]) => {
    writeFileSync(join(data, 'board.json'), content)
    const run = start(withDevice(data, ...ANY_PORTS, ...flags))
    expect(await run.ended).toBe(2)
    return run.complaints()
  }
  expect(await complaint(JSON.stringify(hardware), '--serial', 'AECC8E0000DD')).toContain(
    'the device with the serial number AECC8E0000CC',
  )
  expect(await complaint(JSON.stringify({ ...hardware, product: 'A1601' }))).toContain(
    'holds a A1601',
  )
  expect(await complaint('{')).toContain('board.json is damaged')
}, 20_000)

test('a folder in which the hardware can’t be stored is not called damaged', async () => {
  const data = tempFolder()
  mkdirSync(join(data, 'board.json.new'))
  const run = start(withDevice(data, ...ANY_PORTS))
  expect(await run.ended).toBe(2)
  expect(run.complaints()).toContain(`The data folder ${data} cannot be used (EISDIR)`)
}, 20_000)

test('--help lists every flag', async () => {
  const run = start(['--help'])
  expect(await run.ended).toBe(0)
  for (const flag of ['--product', '--https-port', '--bench-token', '--boot-seconds']) {
    expect(run.output()).toContain(flag)
  }
  expect(run.output()).not.toMatch(/\{\w+\}/)
})
