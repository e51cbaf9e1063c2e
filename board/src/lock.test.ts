import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockFolder } from './lock.ts'
import { tempFolder } from './testing/temp-folder.ts'

const locked = (folder: string, owner: unknown) =>
  writeFileSync(
    join(folder, 'board.lock'),
    typeof owner === 'string' ? owner : JSON.stringify(owner),
  )

test('a folder has one owner, and is free again afterwards', () => {
  const folder = join(tempFolder(), 'new')
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(`process ${process.pid}`)
  unlock()
  expect(readdirSync(folder)).toEqual([])
  lockFolder(folder)()
})

test('a lock whose owner was killed is taken over', async () => {
  const folder = tempFolder()
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  locked(folder, { pid: child.pid, started: '' })
  expect(() => lockFolder(folder)).toThrow(`process ${child.pid}`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const unlock = lockFolder(folder)
  expect(readFileSync(join(folder, 'board.lock'), 'utf8')).toContain(`"pid":${process.pid}`)
  expect(readdirSync(folder)).toEqual(['board.lock'])
  unlock()
})

test.runIf(process.platform === 'linux')(
  "a later process with the owner's process id is not the owner",
  () => {
    const folder = tempFolder()
    locked(folder, { pid: process.pid, started: 'another boot:1' })
    lockFolder(folder)()
  },
)

test('a damaged lock is taken over', () => {
  const folder = tempFolder()
  for (const damaged of ['', '{', '{}', '{"pid":"1","started":""}']) {
    locked(folder, damaged)
    lockFolder(folder)()
  }
})
