import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openAppOutput } from './app-output.ts'
import { readOutput, RUNS_APPS, SCRIPT, startProcess } from './app-process.ts'
import type { ProcessParts } from './app-process.ts'
import { startRun } from './runner.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-process-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const pidIn = (name: string): number =>
  existsSync(join(folder, name)) ? Number(readFileSync(join(folder, name), 'utf8')) : 0

/** One that has ended, but of which nobody has heard yet, doesn't run. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const state = join('/proc', String(pid), 'stat')
    return !existsSync(state) || !readFileSync(state, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

function program(script: string): void {
  const file = join(folder, 'bell')
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o700)
}

/** Starts the program as the device does. */
function start(parts: Partial<ProcessParts> = {}) {
  const lines: string[] = []
  const log = {
    info: (_facts: object, line: string) => void lines.push(line),
    warn: (_facts: object, line: string) => void lines.push(line),
  }
  const env = { PATH: '/usr/bin:/bin' }
  const started = startProcess(
    { name: 'bell', folder, options: [], env },
    { log, clock: { monotonic: () => 0 }, ...parts },
  )
  return { ...started, lines }
}

/** A process that starts an application as the device does, and then only lives. */
const HOLDER = `require('node:child_process').spawn('/bin/sh', ['-c', process.env.SCRIPT, './bell'], {
  cwd: process.env.FOLDER, env: { PATH: '/usr/bin:/bin', LINTEL_RUN: process.env.FOLDER }, detached: true, stdio: ['pipe', 'ignore', 'ignore'],
}); setInterval(() => {}, 1000)`

test.runIf(RUNS_APPS)('a device that is killed takes its applications with it', async () => {
  // Without `setsid` (macOS) the last one stays in the group.
  program(
    `trap "" TERM; sleep 600 & echo $! > child; $(command -v setsid) sh -c 'echo $$ > stray; exec sleep 600' & echo $$ > parent; wait`,
  )
  const env = { ...process.env, SCRIPT, FOLDER: folder }
  const holder = spawn(process.execPath, ['-e', HOLDER], { env, stdio: 'ignore' })
  const pidsOf = () => ['parent', 'child', 'stray'].map(pidIn)
  await expect.poll(() => Math.min(...pidsOf())).toBeGreaterThan(0)
  const pids = pidsOf()
  expect(pids.map(runs)).toEqual([true, true, true])
  // Also while they take their time to end.
  process.kill(-pidIn('parent'), 'SIGTERM')
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await expect.poll(() => pids.map(runs)).toEqual([false, false, false])
})

test('of an application that prints too much the log keeps a part, and says so', () => {
  const lines: [string, object, string][] = []
  let now = 0
  const log = {
    info: (facts: object, message: string) => void lines.push(['info', facts, message]),
    warn: (facts: object, message: string) => void lines.push(['warn', facts, message]),
  }
  const output = openAppOutput('bell', { log, monotonic: () => now })
  const { out, error } = output
  out('one\ntw')
  out('o\n\n')
  error(`${'x'.repeat(5000)}\n`)
  expect(lines.map(([level, , message]) => [level, message.length])).toEqual([
    ['info', 3],
    ['info', 3],
    ['warn', 1000],
  ])
  out('more\n'.repeat(200))
  expect(lines).toHaveLength(100)
  now = 10_000
  out('again\n')
  expect(lines.slice(100)).toEqual([
    ['warn', { app: 'bell', lines: 103 }, 'too much output, lines left out'],
    ['info', { app: 'bell' }, 'again'],
  ])
  expect(out('more\n'.repeat(99))).toBe(true)
  expect(out('one more\nand one without a break')).toBe(false)
  output.end()
  expect(lines.slice(-1)).toEqual([
    ['warn', { app: 'bell', lines: 2 }, 'too much output, lines left out'],
  ])
})

describe.runIf(RUNS_APPS)('a process of an application', () => {
  test('ends with what has left its group, also when it ends by itself', async () => {
    const daemon = `$(command -v setsid) sh -c 'echo $$ > stray; exec sleep 600' &`
    program(`${daemon}\nexec sleep 600`)
    const bell = start()
    await expect.poll(() => pidIn('stray')).toBeGreaterThan(0)
    const first = pidIn('stray')
    expect(runs(first)).toBe(true)
    await bell.stop()
    await expect.poll(() => runs(first)).toBe(false)
    rmSync(join(folder, 'stray'))
    program(`${daemon}\nwhile [ ! -s stray ]; do sleep 0.01; done\nexit 3`)
    expect(await start().ended).toEqual({ code: 3, signal: null })
    await expect.poll(() => runs(pidIn('stray'))).toBe(false)
  })

  test('that was killed takes no later one with it', async () => {
    program('echo $$ > parent; exec sleep 600')
    const first = start()
    await expect.poll(() => pidIn('parent')).toBeGreaterThan(0)
    const killed = pidIn('parent')
    first.kill()
    const next = start()
    await first.ended
    await expect.poll(() => [0, killed].includes(pidIn('parent'))).toBe(false)
    expect(runs(pidIn('parent'))).toBe(true)
    await next.stop()
  })

  test('has no child, and no open file, that it has not opened itself', async () => {
    program('ls /proc/self/fd > files; cat /proc/$$/task/$$/children > children')
    await start().ended
    // The fourth is the folder that `ls` reads. What tests inherit, others do too.
    const own = execFileSync('/bin/sh', ['-c', 'ls /proc/self/fd'], { stdio: 'pipe' })
    expect(readFileSync(join(folder, 'files'), 'utf8')).toBe(own.toString())
    // Nobody but `cat` itself.
    expect(readFileSync(join(folder, 'children'), 'utf8').trim().split(' ')).toHaveLength(1)
  })

  test('that ignores the order to end is killed after 5 s', async () => {
    program('trap "" TERM; echo $$ > parent; while :; do sleep 0.01; done')
    let over: () => void = () => undefined
    const waits: number[] = []
    const bell = start({
      wait: (ms) => {
        waits.push(ms)
        return new Promise<void>((resolve) => (over = resolve))
      },
    })
    await expect.poll(() => pidIn('parent')).toBeGreaterThan(0)
    const stopped = bell.stop()
    expect([waits, runs(pidIn('parent'))]).toEqual([[5_000], true])
    over()
    await stopped
    expect(runs(pidIn('parent'))).toBe(false)
  })

  test('is heard to its last word', async () => {
    program('echo first; printf "no room" >&2; exit 1')
    const { ended, lines } = start()
    await ended
    await expect.poll(() => lines).toEqual(['first', 'no room'])
  })

  test('can’t use more than its limits', async () => {
    program('(ulimit -d; ulimit -u 2>/dev/null || ulimit -p) > limits; umask >> limits')
    await start().ended
    expect(readFileSync(join(folder, 'limits'), 'utf8').split('\n')).toEqual([
      '1048576',
      '4096',
      '0077',
      '',
    ])
  })
})

test.runIf(RUNS_APPS).each([
  ['soon', 0, [1, 2, 4, 8, 16, 32, 60, 60]],
  ['after a minute', 60_000, [1, 1, 1]],
])('what ends %s starts again after a while', async (_what, lasting, seconds) => {
  program('exit 0')
  let now = 0
  const waits: number[] = []
  const plan = () => ({ name: 'bell', folder, options: [], env: { PATH: '/usr/bin:/bin' } })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  await new Promise<void>((resolve) => {
    const clock = {
      monotonic: () => (now += lasting),
      wait(ms: number) {
        waits.push(ms / 1000)
        if (waits.length < seconds.length) return Promise.resolve()
        run.kill()
        resolve()
        return Promise.resolve()
      },
    }
    const run = startRun(plan, 'respawn', { clock, log, onEnd: () => undefined })
  })
  expect(waits).toEqual(seconds)
})

test('of an output with too many lines little is read', async () => {
  vi.useFakeTimers()
  const stream = new PassThrough()
  const taken: string[] = []
  readOutput(stream, (chunk) => {
    taken.push(chunk)
    return chunk === 'few'
  })
  for (const chunk of ['few', 'many', 'more']) {
    stream.write(chunk)
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(taken).toEqual(['few', 'many'])
  await vi.advanceTimersByTimeAsync(60)
  expect(taken).toEqual(['few', 'many', 'more'])
  vi.useRealTimers()
})

test('a start that fails ends the run, and nothing else', async () => {
  const problems: string[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_facts: object, message: string) => void problems.push(message),
  }
  const clock = { monotonic: () => 0, wait: () => Promise.resolve() }
  const broken = () => {
    throw new Error('no memory')
  }
  const ended = await new Promise((resolve) => {
    startRun(broken, 'respawn', { clock, log, onEnd: () => resolve(true) })
  })
  expect([ended, problems]).toEqual([true, ['application not started']])
})
