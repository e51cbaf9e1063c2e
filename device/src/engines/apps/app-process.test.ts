import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAppOutput } from './app-output.ts'
import { RUNS_APPS, SCRIPT } from './app-process.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-process-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const pidIn = (name: string): number =>
  existsSync(join(folder, name)) ? Number(readFileSync(join(folder, name), 'utf8')) : 0

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A process that starts an application as the device does, and then only lives. */
const HOLDER = `require('node:child_process').spawn('/bin/sh', ['-c', process.env.SCRIPT, './bell'], {
  cwd: process.env.FOLDER, env: { PATH: '/usr/bin:/bin' }, detached: true, stdio: ['pipe', 'ignore', 'ignore'],
}); setInterval(() => {}, 1000)`

test.runIf(RUNS_APPS)('a device that is killed takes its applications with it', async () => {
  const program = join(folder, 'bell')
  writeFileSync(program, '#!/bin/sh\nsleep 600 & echo $! > child\necho $$ > parent\nwait\n')
  chmodSync(program, 0o700)
  const env = { ...process.env, SCRIPT, FOLDER: folder }
  const holder = spawn(process.execPath, ['-e', HOLDER], { env, stdio: 'ignore' })
  await expect.poll(() => pidIn('parent')).toBeGreaterThan(0)
  const pids = [pidIn('parent'), pidIn('child')]
  expect(pids.map(runs)).toEqual([true, true])
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await expect.poll(() => pids.map(runs)).toEqual([false, false])
})

test('of an application that prints too much the log keeps a part, and says so', () => {
  const lines: [string, object, string][] = []
  let now = 0
  const log = {
    info: (facts: object, message: string) => void lines.push(['info', facts, message]),
    warn: (facts: object, message: string) => void lines.push(['warn', facts, message]),
  }
  const { out, error } = openAppOutput('bell', { log, monotonic: () => now })
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
})
