import { DeviceFault } from '@lintel/contract/fault'
import { expect, test } from 'vitest'
import { parsePlan, PLANS } from './plans.ts'
import type { Plan, RunningPlan } from './plans.ts'
import { createSequences } from './sequence.ts'
import type { SequenceDevice } from './sequence.ts'

interface Told {
  progress: number
  result?: string
  description?: string
}

/** A device that notes what happens to it; `jobs` are the answers about the jobs of each step. */
function fakeDevice(status: string, jobs: Record<string, (Told | 'lost')[]> = {}) {
  const done: string[] = []
  const kept: (RunningPlan | undefined)[] = []
  const device: SequenceDevice = {
    start(step, { filesystem }, passphrase) {
      done.push([step, ...(step === 'format' ? [filesystem] : []), passphrase].join(' ').trim())
      if (step === 'mount') status = 'OK'
      if (step === 'unmount') status = 'connected'
      const hasJob = !['enable', 'disable', 'unbind', 'remove'].includes(step)
      return Promise.resolve(hasJob ? `job-${step}` : undefined)
    },
    job(_plan, jobid) {
      const told = jobs[jobid.slice(4)]?.shift() ?? { progress: 100 }
      if (told === 'lost') return Promise.reject(new DeviceFault('unreachable', 'disks.job', ''))
      return Promise.resolve({ result: 'OK', description: '', ...told })
    },
    disk: () => Promise.resolve({ status }),
    refresh: () => done.push('refresh'),
    keep: (plan) => kept.push(plan),
    wait(milliseconds) {
      done.push(String(milliseconds))
      return Promise.resolve()
    },
  }
  return { device, done, kept }
}

const card = (name: Plan['name'], filesystem?: Plan['filesystem']): Plan => ({
  name,
  diskid: 'SD_DISK',
  filesystem,
})

async function carriedOut(plan: Plan, status = 'OK', passphrase?: string) {
  const { device, done } = fakeDevice(status)
  const sequences = createSequences(device)
  await sequences.run(plan, passphrase)
  expect(sequences.state.get()).toMatchObject({ phase: 'done', percent: 100 })
  return done.join(', ')
}

test('a check unmounts, checks and mounts, each to the end of its job (STORAGE-26, STORAGE-28)', async () => {
  expect(await carriedOut(card('check'))).toBe(
    'unmount, 1000, check, 200, 1000, mount, 200, 1000, refresh',
  )
})

test('a repair is polled every second (STORAGE-29, STORAGE-38, STORAGE-39)', async () => {
  expect(await carriedOut(card('repair'))).toBe(
    'unmount, 1000, repair, 1000, 1000, mount, 200, 1000, refresh',
  )
})

test('formatting is polled every two seconds, and only a mounted card is unmounted first (STORAGE-30, STORAGE-40, STORAGE-41)', async () => {
  expect(await carriedOut(card('format', 'vfat'))).toBe(
    'unmount, 1000, format vfat, 2000, 1000, mount, 200, 1000, refresh',
  )
  expect(await carriedOut(card('format', 'ext4'), 'failed')).toBe(
    'format ext4, 2000, 1000, mount, 200, 1000, refresh',
  )
})

test('encryption waits a second before it formats (STORAGE-33)', async () => {
  expect(await carriedOut(card('encrypt', 'ext4'), 'OK', 'open sesame')).toBe(
    'unmount open sesame, 1000, enable open sesame, 1000, format ext4 open sesame, 2000, 1000, mount open sesame, 200, 1000, refresh',
  )
})

test('decryption formats with ext4 (STORAGE-34)', async () => {
  expect(await carriedOut(card('decrypt', 'ext4'))).toBe(
    'unmount, 1000, disable, format ext4, 2000, 1000, mount, 200, 1000, refresh',
  )
})

test('a share is unmounted, unbound and removed; erasing formats it (STORAGE-63, STORAGE-64)', async () => {
  const share: Plan = { name: 'removeShare', diskid: 'NetworkShare', shareId: '7' }
  expect(await carriedOut(share)).toBe('unmount, 1000, 1000, unbind, 1000, remove, 1000, refresh')
  expect(await carriedOut({ ...share, name: 'erase', filesystem: 'cifs' })).toBe(
    'format cifs, 2000, refresh',
  )
})

test('a job that fails stops the sequence with its description (STORAGE-27)', async () => {
  const { device, done, kept } = fakeDevice('OK', {
    check: [{ progress: 40 }, { progress: 100, result: 'ERROR', description: 'It is damaged.' }],
  })
  const sequences = createSequences(device)
  await sequences.run(card('check'))
  const { phase, step, fault } = sequences.state.get() ?? {}
  expect([phase, step, (fault as Error).message]).toEqual(['failed', 'check', 'It is damaged.'])
  expect(done).not.toContain('mount')
  expect([kept.at(-1), done.at(-1)]).toEqual([undefined, 'refresh'])
})

test('the percentage is that of the whole sequence, and 100 only at its end (STORAGE-45)', async () => {
  const { device } = fakeDevice('OK', { format: [{ progress: 50 }, { progress: 99 }] })
  const sequences = createSequences(device)
  const seen: number[] = []
  sequences.state.subscribe(() => seen.push(sequences.state.get()?.percent ?? -1))
  await sequences.run(card('format', 'ext4'))
  expect(seen).toEqual([0, 33, 50, 66, 66, 100])
})

test('a device that is away for a moment does not end a sequence (EXPECT-36)', async () => {
  const { device, done } = fakeDevice('OK', { format: ['lost', { progress: 30 }, 'lost'] })
  const sequences = createSequences(device)
  await sequences.run(card('format', 'ext4'))
  expect(sequences.state.get()?.phase).toBe('done')
  expect(done.filter((one) => one === '2000')).toHaveLength(4)
})

test('a reload goes on with the job that runs (EXPECT-36, EXPECT-37)', async () => {
  const { device, done, kept } = fakeDevice('connected', { format: [{ progress: 70 }] })
  const sequences = createSequences(device)
  await sequences.resume({ ...card('format', 'ext4'), step: 1, jobid: 'job-format' })
  expect(done).toEqual(['2000', '2000', '1000', 'mount', '200', '1000', 'refresh'])
  expect(kept).toContainEqual({ ...card('format', 'ext4'), step: 2, jobid: 'job-mount' })
})

test('a disk that the device has mounted by itself meanwhile is not mounted again', async () => {
  const { device, done } = fakeDevice('OK')
  await createSequences(device).resume({ ...card('format', 'ext4'), step: 2 })
  expect(done).toEqual(['refresh'])
})

test('a reload before the passphrase was sent says so, and formats nothing', async () => {
  const { device, done } = fakeDevice('connected')
  const sequences = createSequences(device)
  await sequences.resume({ ...card('encrypt', 'ext4'), step: 1 })
  expect(sequences.state.get()?.fault).toMatchObject({ name: 'PassphraseLost' })
  expect(done).toEqual(['refresh'])
})

test('only one sequence runs at a time, and it can be dismissed once it has ended', async () => {
  const { device, done } = fakeDevice('OK')
  const sequences = createSequences(device)
  const first = sequences.run(card('unmount'))
  await sequences.run(card('format', 'ext4'))
  sequences.dismiss()
  expect(sequences.state.get()?.phase).toBe('running')
  await first
  expect(done).not.toContain('format ext4')
  sequences.dismiss()
  expect(sequences.state.get()).toBeUndefined()
})

test('no secret is kept in the browser, and only sequences are read from it', async () => {
  const { device, kept } = fakeDevice('OK')
  await createSequences(device).run(card('encrypt', 'vfat'), 'open sesame')
  expect(JSON.stringify(kept)).not.toContain('sesame')
  const stored = { ...card('format', 'vfat'), step: 1, jobid: '4', shareId: '7' }
  expect(parsePlan(JSON.stringify(stored))).toEqual(stored)
  for (const wrong of [null, '', '7', '{}', JSON.stringify({ ...stored, name: 'toString' })]) {
    expect(parsePlan(wrong)).toBeUndefined()
  }
  expect(parsePlan(JSON.stringify({ ...stored, step: PLANS.format.length }))).toBeUndefined()
})
