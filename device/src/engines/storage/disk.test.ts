import { Refusal } from '@lintel/contract/fault'
import type { Files } from '@lintel/disk-image/file-system'
import { expect, test } from 'vitest'
import { guardedFiles } from './disk.ts'

test('the files of a disk are checked before each operation, and changes are announced', async () => {
  let state: 'mounted' | 'locked' | 'removed' = 'mounted'
  let changes = 0
  const done: string[] = []
  const files: Files = {
    usage: () => Promise.resolve({ total: 2, free: 1 }),
    list: () => Promise.resolve([]),
    read: () => Promise.resolve(new Uint8Array([1])),
    write: (path) => Promise.resolve(void done.push(path)),
    remove: (path) => Promise.resolve(void done.push(path)),
  }
  const guarded = guardedFiles(
    files,
    {
      open() {
        if (state === 'removed') throw new Refusal('invalid', 'gone')
      },
      writable() {
        if (state === 'locked') throw new Refusal('invalid', 'locked')
      },
    },
    () => void (changes += 1),
  )
  const reads = [() => guarded.usage(), () => guarded.list(''), () => guarded.read('a')]
  const writes = [() => guarded.write('a', new Uint8Array()), () => guarded.remove('b')]

  for (const work of [...reads, ...writes]) await work()
  expect([done, changes]).toEqual([['a', 'b'], 2])
  state = 'locked'
  for (const work of reads) await work()
  for (const work of writes) await expect(work()).rejects.toThrow('locked')
  state = 'removed'
  for (const work of [...reads, ...writes]) await expect(work()).rejects.toThrow('gone')
  expect([done, changes]).toEqual([['a', 'b'], 2])
})
