import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSecretBox } from './secret-box.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const keyFile = (): string => join(folder, 'secrets.key')

test('its owner can open a secret, also after a restart', () => {
  const sealed = openSecretBox(keyFile()).seal('süß & geheim', 'nvr')
  expect(sealed).not.toContain('geheim')
  const again = openSecretBox(keyFile())
  expect(again.open(sealed, 'nvr')).toBe('süß & geheim')
  expect(again.seal('süß & geheim', 'nvr')).not.toBe(sealed)
  expect(again.open(again.seal('', 'nvr'), 'nvr')).toBe('')
})

test('nobody else can open it, nor with changed bytes or another key', () => {
  const box = openSecretBox(keyFile())
  const sealed = box.seal('secret', 'nvr')
  expect(box.open(sealed, 'other')).toBeUndefined()
  const bytes = Buffer.from(sealed, 'base64')
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(box.open(changed.toString('base64'), 'nvr')).toBeUndefined()
  }
  for (const wrong of ['', 'AAAA', sealed.slice(0, 30)]) {
    expect(box.open(wrong, 'nvr')).toBeUndefined()
  }
  expect(openSecretBox(join(folder, 'other.key')).open(sealed, 'nvr')).toBeUndefined()
})

test('only its owner can read the key file; a truncated one is replaced', () => {
  openSecretBox(keyFile()).seal('x', 'y')
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
  expect(readFileSync(keyFile())).toHaveLength(32)
  truncateSync(keyFile(), 5)
  const box = openSecretBox(keyFile())
  expect(box.open(box.seal('x', 'y'), 'y')).toBe('x')
  expect(readFileSync(keyFile())).toHaveLength(32)
})

test('a copy of the keys opens what they sealed, also after a restart', () => {
  const box = openSecretBox(keyFile())
  const sealed = box.seal('secret', 'nvr')
  box.save(join(folder, 'copy.key'))
  expect(statSync(join(folder, 'copy.key')).mode & 0o777).toBe(0o600)
  const otherFile = join(folder, 'other.key')
  const other = openSecretBox(otherFile)
  const own = other.seal('own', 'nvr')
  other.adopt(join(folder, 'copy.key'))
  other.adopt(join(folder, 'copy.key'))
  other.adopt(join(folder, 'missing.key'))
  for (const again of [other, openSecretBox(otherFile)]) {
    expect([again.open(sealed, 'nvr'), again.open(own, 'nvr')]).toEqual(['secret', 'own'])
    // It goes on sealing with its own.
    expect(box.open(again.seal('later', 'nvr'), 'nvr')).toBeUndefined()
  }
  expect(readFileSync(otherFile)).toHaveLength(64)
})

test('without a key there is nothing to open or copy, and none is made for it', () => {
  const box = openSecretBox(keyFile())
  expect([box.open('AAAA', 'nvr'), box.hasKey()]).toEqual([undefined, false])
  box.save(join(folder, 'copy.key'))
  expect(existsSync(join(folder, 'copy.key'))).toBe(false)
  box.seal('x', 'y')
  expect(box.hasKey()).toBe(true)
})
