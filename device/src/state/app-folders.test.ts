import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAppFolders } from './app-folders.ts'
import type { AppFolders } from './app-folders.ts'

let data: string
let folders: AppFolders
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'lintel-folders-'))
  folders = openAppFolders(data)
})
afterEach(() => rmSync(data, { recursive: true }))

const namesIn = (path: string) => readdirSync(path).toSorted((a, b) => a.localeCompare(b, 'en'))

test('a sweep removes what nobody knows, but not what is arriving', () => {
  const [known, arriving] = [folders.create(), folders.create()]
  folders.settle(known)
  mkdirSync(join(folders.root, 'left'))
  folders.sweep(new Set([known]))
  expect(namesIn(folders.root)).toEqual([known, arriving].toSorted((a, b) => a.localeCompare(b)))
  folders.settle(arriving)
  folders.sweep(new Set([known]))
  expect(namesIn(folders.root)).toEqual([known])
})

test('a copy has files and folders, and neither links nor sockets', async () => {
  const id = folders.create()
  const own = folders.pathOf(id)
  mkdirSync(join(own, 'localdata'))
  writeFileSync(join(own, 'localdata', 'count'), '7', { mode: 0o400 })
  linkSync(join(own, 'localdata', 'count'), join(own, 'again'))
  symlinkSync('/etc/passwd', join(own, 'link'))
  const server = createServer().listen(join(own, 'socket'))
  await once(server, 'listening')
  const to = join(data, 'copy')
  folders.copyTo(to, [id])
  server.close()
  expect(namesIn(join(to, 'apps', id))).toEqual(['again', 'localdata'])
  const copied = join(to, 'apps', id, 'localdata', 'count')
  expect(readFileSync(copied, 'utf8')).toBe('7')
  expect(lstatSync(copied).mtimeMs).toBeCloseTo(
    lstatSync(join(own, 'localdata', 'count')).mtimeMs,
    0,
  )
})

test('data of the old version stays as it was, whatever the new one has in its place', () => {
  const [old, next] = [folders.create(), folders.create()]
  const at = (id: string, ...path: string[]) => join(folders.pathOf(id), 'localdata', ...path)
  mkdirSync(at(old, 'list'), { recursive: true })
  writeFileSync(at(old, 'count'), '7')
  writeFileSync(at(old, 'list', 'one'), '1')
  mkdirSync(at(next, 'count', 'deep'), { recursive: true })
  writeFileSync(at(next, 'list'), '')
  writeFileSync(at(next, 'new'), '')
  folders.copyWithin(old, next, 'localdata')
  expect(namesIn(at(next))).toEqual(['count', 'list', 'new'])
  expect([readFileSync(at(next, 'count'), 'utf8'), existsSync(at(next, 'list', 'one'))]).toEqual([
    '7',
    true,
  ])
})
