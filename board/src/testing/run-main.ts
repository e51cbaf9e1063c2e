import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished } from 'vitest'
import { isRunning } from '../host-process.ts'
import { builtBoard } from './built.ts'
import { FAKE_DEVICE } from './rig.ts'

/** Flags for free ports. */
export const ANY_PORTS = [
  'port',
  'https-port',
  'bench-port',
  'sip-port',
  'snmp-port',
  'rtsp-port',
].flatMap((flag) => [`--${flag}`, '0'])

/** A board's process. */
export interface Run {
  child: ChildProcess
  output(): string
  complaints(): string
  /** The exit code, or the signal. */
  ended: Promise<number | string | null>
}

/** Starts the board's command line; the end of the test kills it. */
export async function start(flags: string[], env: Record<string, string> = {}): Promise<Run> {
  const child = spawn(process.execPath, [await builtBoard(), ...flags], {
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

/** Flags for the fake device, or another one. */
export const withDevice = (data: string, ...flags: string[]) => [
  '--data',
  data,
  '--device-entry',
  FAKE_DEVICE,
  '--boot-seconds=0',
  ...flags,
]

/** The output once there is a line of it, or a complaint. */
export async function firstLine(run: Run): Promise<string> {
  await expect.poll(() => run.output() + run.complaints(), { timeout: 10_000 }).toContain('\n')
  return run.output()
}

/** What `--json` prints. */
export interface Printed {
  http: string
  bench: string
  board: number
  device: number
}

/** Whether a process runs; a zombie does not. */
export const alive = (pid: number) => isRunning({ pid, started: '' })
