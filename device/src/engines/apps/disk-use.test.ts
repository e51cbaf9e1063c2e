import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isTooLarge } from './disk-use.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-disk-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the files of all folders count, by the space that they take', async () => {
  mkdirSync(join(folder, 'a', 'b'), { recursive: true })
  const size = 256 * 1024
  writeFileSync(join(folder, 'a', 'one'), Buffer.alloc(size, 'x'))
  writeFileSync(join(folder, 'a', 'b', 'two'), Buffer.alloc(size, 'x'))
  writeFileSync(join(folder, 'hole'), '')
  truncateSync(join(folder, 'hole'), 1024 * size)
  const limits = { bytes: 2 * size + 64 * 1024, entries: 5 }
  expect(await isTooLarge(folder, limits)).toBe(false)
  expect(await isTooLarge(folder, { ...limits, bytes: 2 * size - 1024 })).toBe(true)
  expect(await isTooLarge(folder, { ...limits, entries: 4 })).toBe(true)
})

test('a folder that is gone is not too large', async () => {
  expect(await isTooLarge(join(folder, 'none'))).toBe(false)
})
