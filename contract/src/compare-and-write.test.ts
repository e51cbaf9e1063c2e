import { expect, test } from 'vitest'
import { ChangedMeanwhile, compareAndWrite } from './compare-and-write.ts'
import { DeviceFault } from './fault.ts'

interface Record {
  name: string
  other: string
}

/** A device with one record, which refuses a write with an old version. */
function deviceWith(record: Record, { versions = true } = {}) {
  let stored = record
  let version = 1
  const change = (part: Partial<Record>) => {
    stored = { ...stored, ...part }
    version += 1
  }
  return {
    stored: () => stored,
    /** A write by somebody else. */
    change,
    async read({ onVersion }: { onVersion?: (version: string) => void }) {
      if (versions) onVersion?.(`"${version}"`)
      return stored
    },
    async write(name: string, ifMatch: string | undefined) {
      if (ifMatch !== undefined && ifMatch !== `"${version}"`) {
        throw new DeviceFault('conflict', 'record.put', '', { status: 412 })
      }
      change({ name })
      return `now ${name}`
    },
  }
}

type Device = ReturnType<typeof deviceWith>

const rename = (
  device: Device,
  before: string,
  to: string,
  between: () => void = () => undefined,
) =>
  compareAndWrite({
    read: (options) => device.read(options),
    expected: ({ name }) => name === before || name === to,
    write: async (_now, { ifMatch }) => {
      between()
      return device.write(to, ifMatch)
    },
  })

test('writes over the value that was shown', async () => {
  const device = deviceWith({ name: 'gate', other: '' })
  expect(await rename(device, 'gate', 'yard')).toBe('now yard')
  expect(device.stored().name).toBe('yard')
})

test('does not overwrite a change made before the comparison (EXPECT-21)', async () => {
  const device = deviceWith({ name: 'gate', other: '' })
  device.change({ name: 'lobby' })
  const late = rename(device, 'gate', 'yard')
  await expect(late).rejects.toBeInstanceOf(ChangedMeanwhile)
  await expect(late).rejects.toMatchObject({ now: { name: 'lobby' } })
  expect(device.stored().name).toBe('lobby')
})

test('does not overwrite a change made between comparison and write (EXPECT-21)', async () => {
  const device = deviceWith({ name: 'gate', other: '' })
  let interruptions = 0
  const late = rename(device, 'gate', 'yard', () => {
    interruptions += 1
    device.change({ name: 'lobby' })
  })
  await expect(late).rejects.toMatchObject({ now: { name: 'lobby' } })
  expect(interruptions).toBe(1)
  expect(device.stored().name).toBe('lobby')
})

test('of two writers at once one succeeds and the other gets a conflict', async () => {
  const device = deviceWith({ name: 'gate', other: '' })
  const both = await Promise.allSettled([
    rename(device, 'gate', 'yard'),
    rename(device, 'gate', 'lobby'),
  ])
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(both[1]).toMatchObject({ reason: { now: { name: 'yard' } } })
  expect(device.stored().name).toBe('yard')
})

test('retries when another part of the record changed, up to three times', async () => {
  const device = deviceWith({ name: 'gate', other: '' })
  let turns = 0
  await rename(device, 'gate', 'yard', () => {
    turns += 1
    if (turns < 3) device.change({ other: `${turns}` })
  })
  expect(device.stored()).toEqual({ name: 'yard', other: '2' })
  const busy = rename(device, 'yard', 'hall', () => device.change({ other: 'again' }))
  await expect(busy).rejects.toMatchObject({ kind: 'conflict' })
  expect(device.stored().name).toBe('yard')
})

test('without versions it still compares, and passes the device’s conflict on', async () => {
  const device = deviceWith({ name: 'gate', other: '' }, { versions: false })
  await rename(device, 'gate', 'yard')
  await expect(rename(device, 'gate', 'hall')).rejects.toBeInstanceOf(ChangedMeanwhile)
  let writes = 0
  const refused = compareAndWrite({
    read: (options) => device.read(options),
    expected: () => true,
    write: () => {
      writes += 1
      return Promise.reject(new DeviceFault('conflict', 'record.put', ''))
    },
  })
  await expect(refused).rejects.toMatchObject({ kind: 'conflict' })
  expect(writes).toBe(1)
})

test('overwrites what an attempt with a lost response has written', async () => {
  const device = deviceWith({ name: 'yard', other: '' })
  expect(await rename(device, 'gate', 'yard')).toBe('now yard')
})
