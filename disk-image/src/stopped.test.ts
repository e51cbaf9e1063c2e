/** Jobs on plain images that are stopped half-way. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copySparse } from './copy-sparse.ts'
import { ext4 } from './ext4.ts'
import { identify } from './identify.ts'
import { DAMAGED, makeCard } from './make-card.ts'
import { missingPrograms } from './programs.ts'
import { alone } from './queue.ts'
import { blankImage, tempFolder } from './testing/images.ts'
import { vfat } from './vfat.ts'

const MISSING = missingPrograms(['mkfs.ext4', 'e2fsck', 'debugfs', 'mkfs.vfat', 'fsck.vfat'])

test('the programs for these tests are there', ({ skip }) => {
  skip(MISSING.length > 0, `not installed: ${MISSING.join(', ')}`)
})

const real = test.skipIf(MISSING.length > 0)

real.each([ext4, vfat])('what is left of formatting with $name is told truly', async (format) => {
  const image = await blankImage()
  for (const turns of [1, 5, 20, 60, 150]) {
    const job = new AbortController()
    const made = format.make(image, { signal: job.signal }).catch(() => 'stopped')
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
    job.abort()
    await made
    const held = await identify(image)
    expect(['illegal', format.name]).toContain(held)
    if (held === format.name) expect(['clean', 'damaged']).toContain(await format.check(image))
  }
  await format.make(image)
  expect(await format.check(image)).toBe('clean')
})

real.each([1, 70, 90, 95])('a repair that is stopped at %d percent can be repeated', async (at) => {
  const image = join(tempFolder(), 'card.img')
  await makeCard(image, 'damaged', 32 << 20)
  const job = new AbortController()
  const progress = (percent: number) => percent >= at && job.abort(new Error('stopped'))
  await expect(ext4.repair(image, { signal: job.signal, progress })).rejects.toThrow('stopped')
  expect(await identify(image)).toBe('ext4')
  const copy = `${image}.copy`
  await copySparse(image, copy)
  const found = await ext4.check(image)
  // Whatever is found, a second repair of the same bytes changes something only if it is damage.
  expect(await ext4.repair(copy)).toBe('clean')
  expect(['clean', 'damaged']).toContain(found)
  expect(await ext4.repair(image)).toBe('clean')
  expect((await ext4.files(image).list('')).map(({ path }) => path)).toContain(DAMAGED.kept)
})

test('work on one image waits for the work before it, also if that fails', async () => {
  const steps: string[] = []
  const step = (name: string) => async () => {
    steps.push(`${name} begins`)
    await Promise.resolve()
    steps.push(`${name} ends`)
    if (name === 'a') throw new Error('failed')
  }
  const [first] = await Promise.allSettled([alone('x', step('a')), alone('x', step('b'))])
  expect(first.status).toBe('rejected')
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})
