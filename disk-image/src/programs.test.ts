import { chmodSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { missingPrograms, MissingProgram, run } from './programs.ts'
import type { Program } from './programs.ts'
import { tempFolder } from './testing/images.ts'

/** Puts a script in place of a program. */
function fake(program: Program, script: string): string {
  const folder = tempFolder()
  writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, program), 0o755)
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  return folder
}

test('a program gets its arguments and its input, and answers', async () => {
  fake('mdir', 'echo "$#: $1, $2"; cat; echo complaint >&2; exit 3')
  const { code, stdout, stderr } = await run('mdir', ['a b', '$(id)'], { input: 'secret' })
  expect({ code, stdout: stdout.toString(), stderr }).toEqual({
    code: 3,
    stdout: '2: a b, $(id)\nsecret',
    stderr: 'complaint\n',
  })
})

test('its environment is not ours', async () => {
  vi.stubEnv('LINTEL_SECRET', 'secret')
  fake('mdir', 'env')
  const { stdout } = await run('mdir', [], { env: { OWN: '1' } })
  const names = stdout.toString().match(/^\w+(?==)/gm)
  expect(names).toEqual(expect.arrayContaining(['PATH', 'LC_ALL', 'TZ', 'OWN']))
  expect(names).not.toContain('LINTEL_SECRET')
  expect(names).not.toContain('HOME')
})

test('what it writes to descriptor 3 arrives line by line', async () => {
  fake('e2fsck', 'printf "one\\ntw" >&3; printf "o\\n" >&3')
  const lines: string[] = []
  await run('e2fsck', [], { onLine: (line) => lines.push(line) })
  expect(lines).toEqual(['one', 'two'])
})

test('aborting kills it', async () => {
  fake('mdir', 'echo started >&3; exec sleep 60')
  const job = new AbortController()
  const onLine = () => job.abort(new Error('no longer wanted'))
  await expect(run('mdir', [], { signal: job.signal, onLine })).rejects.toThrow('no longer wanted')
})

test('a program that was aborted has ended when that is reported', async () => {
  fake('mdir', 'echo $$ >&3; exec sleep 60')
  const job = new AbortController()
  let pid = 0
  const onLine = (line: string) => {
    pid = Number(line)
    job.abort(new Error('no longer wanted'))
  }
  await expect(run('mdir', [], { signal: job.signal, onLine })).rejects.toThrow()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('one that writes without end is ended', async () => {
  fake('mdir', 'exec cat /dev/zero')
  await expect(run('mdir', [], { outputMax: 100_000 })).rejects.toThrow('wrote more than it may')
})

test('one that does not read its input is no failure', async () => {
  fake('mdir', 'exec <&-; exit 0')
  expect((await run('mdir', [], { input: Buffer.alloc(1 << 20) })).code).toBe(0)
})

test('a missing program is named, with the package that has it', async () => {
  const lacks = 'no-such-program' as Program
  await expect(run(lacks, [])).rejects.toThrow(MissingProgram)
  expect(missingPrograms([lacks])).toEqual([lacks])
  expect(new MissingProgram('debugfs').message).toBe(
    'The program debugfs is not installed. On Debian it is in the package e2fsprogs.',
  )
})

test.skipIf(process.platform !== 'linux')('a program ends when we are killed', async () => {
  const folder = fake('mdir', `echo $$ >&3; exec sleep 60`)
  const script = `
    import { run } from ${JSON.stringify(new URL('programs.ts', import.meta.url).href)}
    await run('mdir', [], { onLine: (line) => console.log(line) })`
  writeFileSync(join(folder, 'us.mts'), script)
  const us = spawn(process.execPath, ['--import', 'tsx', join(folder, 'us.mts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: process.env,
  })
  const [line] = (await once(us.stdout, 'data')) as [Buffer]
  us.kill('SIGKILL')
  await once(us, 'close')
  const isAlive = () => process.kill(Number(line.toString()), 0)
  await vi.waitFor(() => expect(isAlive).toThrow('ESRCH'), { timeout: 10_000, interval: 5 })
})
