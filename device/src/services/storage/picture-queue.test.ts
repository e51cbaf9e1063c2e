import { expect, test } from 'vitest'
import { openPictureQueue } from './picture-queue.ts'

/** A queue in front of a disk that stores only when it is told to. */
function slowDisk() {
  const stored: string[] = []
  const release: (() => void)[] = []
  let taken = 0
  const keep = openPictureQueue({
    clock: { now: () => 5000 },
    take: async () => new Uint8Array((taken += 1)),
    async store(jpeg, at) {
      stored.push('begins')
      await new Promise<void>((resolve) => release.push(resolve))
      if (jpeg.length === 2) throw new Error('The disk is full.')
      stored.push(`${jpeg.length} at ${at}`)
      return String(jpeg.length)
    },
  })
  return {
    keep,
    stored,
    taken: () => taken,
    storeAll: async () => {
      while (release.length > 0) {
        release.shift()?.()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('each picture is taken at once and stored in its turn, under a time of its own', async () => {
  const { keep, stored, taken, storeAll } = slowDisk()
  const all = Promise.allSettled([keep(), keep(), keep()])
  expect(taken()).toBe(3)
  await turn()
  await storeAll()
  expect(stored).toEqual(['begins', '1 at 5000', 'begins', 'begins', '3 at 5002'])
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('of too many pictures for a slow disk, the latest are given up', async () => {
  const { keep, taken, storeAll } = slowDisk()
  const all = Promise.allSettled(Array.from({ length: 100 }, keep))
  expect(taken()).toBe(8)
  await turn()
  await storeAll()
  const failed = (await all).filter(({ status }) => status === 'rejected')
  expect(failed).toHaveLength(93)
  const next = keep()
  await turn()
  await storeAll()
  expect(await next).toBe('9')
})

test('after the clock was set back, pictures have the time that it shows', async () => {
  const times = [5000, 5000, 5000, 5002, 10_000_000, 6000, 6000, 5999]
  const taken: number[] = []
  const keep = openPictureQueue({
    clock: { now: () => times.shift() ?? 0 },
    take: async () => new Uint8Array(),
    store: async (_, at) => String(taken.push(at)),
  })
  while (times.length > 0) await keep()
  expect(taken).toEqual([5000, 5001, 5002, 5003, 10_000_000, 6000, 6001, 6002])
})
