import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { tar } from './tar.ts'
import { zip } from './zip.ts'

const lacks = (program: string) => spawnSync(program, ['--help']).error !== undefined

const FILES = [
  { name: 'report/text.txt', bytes: Buffer.from('grüße\n'.repeat(5000)) },
  { name: 'empty', bytes: Buffer.alloc(0) },
  { name: 'noise.bin', bytes: randomBytes(1536) },
]

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'lintel-archive-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function isAllIn(at: string): void {
  for (const { name, bytes } of FILES) expect(readFileSync(join(at, name))).toEqual(bytes)
}

test.skipIf(lacks('unzip'))('unzip accepts a zip archive and extracts every file', async () => {
  const at = folder()
  const packed = await zip(FILES, new Date('2026-11-20T13:07:32Z'))
  expect(packed.length).toBeLessThan(5000)
  writeFileSync(join(at, 'a.zip'), packed)
  expect(execFileSync('unzip', ['-t', 'a.zip'], { cwd: at }).toString()).toContain('No errors')
  execFileSync('unzip', ['-q', 'a.zip'], { cwd: at, env: { ...process.env, TZ: 'UTC' } })
  isAllIn(at)
  expect(statSync(join(at, 'empty')).mtime.toISOString()).toBe('2026-11-20T13:07:32.000Z')
})

test.skipIf(lacks('tar'))('tar extracts every file of a tar archive', () => {
  const at = folder()
  writeFileSync(join(at, 'a.tar'), tar(FILES, Date.UTC(2026, 10, 20, 13, 7, 32)))
  execFileSync('tar', ['-xf', 'a.tar'], { cwd: at })
  isAllIn(at)
  expect(statSync(join(at, 'empty')).mtime.toISOString()).toBe('2026-11-20T13:07:32.000Z')
})

test('a name that is too long for the header throws', () => {
  expect(() => tar([{ name: 'x'.repeat(101), bytes: Buffer.alloc(0) }], 0)).toThrow('100 bytes')
})
