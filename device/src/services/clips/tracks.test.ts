import { expect, test } from 'vitest'
import { CLIP_PROBLEMS } from '@lintel/contract/rules/clips'
import { Unplayable } from '../../engines/clips/unplayable.ts'
import type { Clip } from '../../state/clips.ts'
import { freeMemory } from '../../engines/clips/testing/free-memory.ts'
import { KEPT_SAMPLES, openTracks } from './tracks.ts'

const clipAt = (path: string): Clip => ({
  number: 3,
  name: 'Bell',
  location: `/etc/audioclips/${path}`,
  path,
  file: { kind: 'wav', bytes: 10, rate: 8000, channels: 1, seconds: 1, peaks: [] },
})

/** Tracks of files with so many samples, and the files that were decoded. */
function rig(lengths: Record<string, number>) {
  const decoded: string[] = []
  const tracks = openTracks({
    inspect: () => Promise.reject(new Error('not needed')),
    async samplesOf(file) {
      decoded.push(file)
      const length = lengths[file]
      if (length === undefined) throw new Unplayable('damaged')
      return new Int16Array(length)
    },
  })
  return { decoded, of: (path: string) => tracks.of(clipAt(path)) }
}

test('a clip is decoded once, however many want to hear it at the same time', async () => {
  const { decoded, of } = rig({ long: KEPT_SAMPLES + 1 })
  const all = await Promise.all(Array.from({ length: 10 }, () => of('long')))
  expect(decoded).toEqual(['long'])
  expect(new Set(all.map(({ samples }) => samples)).size).toBe(1)
})

test('a long clip is decoded again only if its samples are gone', async () => {
  const { decoded, of } = rig({ long: KEPT_SAMPLES + 1, other: KEPT_SAMPLES + 1 })
  const { samples } = await of('long')
  await of('long')
  expect([decoded.splice(0), samples.length]).toEqual([['long'], KEPT_SAMPLES + 1])
  await of('other')
  await freeMemory()
  await of('other')
  expect(decoded).toEqual(['other', 'other'])
})

test('those played last are kept, as far as there is room', async () => {
  const half = KEPT_SAMPLES / 2
  const { decoded, of } = rig({ a: half, b: half, c: half })
  await of('a')
  await of('b')
  await of('a')
  expect(decoded.splice(0)).toEqual(['a', 'b'])
  await of('c')
  await of('a')
  expect(decoded.splice(0)).toEqual(['c'])
  await of('b')
  expect(decoded).toEqual(['b'])
})

test('a file that can no longer be read is refused, and tried anew the next time', async () => {
  const { decoded, of } = rig({})
  await expect(of('gone')).rejects.toMatchObject({
    reason: 'invalid',
    message: CLIP_PROBLEMS.damaged,
  })
  await expect(of('gone')).rejects.toBeDefined()
  expect(decoded.length).toBe(2)
})
