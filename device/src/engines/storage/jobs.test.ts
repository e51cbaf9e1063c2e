import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SD_CARD } from '@lintel/contract/disks'
import { Refusal } from '@lintel/contract/fault'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../state/database.ts'
import type { Database } from '../../state/database.ts'
import { INTERRUPTED, JobFailure, openJobs } from './jobs.ts'
import type { JobWatch, Jobs } from './jobs.ts'

let folder: string
let database: Database
let diskFull: boolean
let errors: unknown[]
let jobs: Jobs

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-jobs-'))
  diskFull = false
  errors = []
  powerOn()
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

function powerOn(): void {
  database = openDatabase(join(folder, 'state.db'), { diskFull: () => diskFull })
  jobs = openJobs({ database, log: { error: (fields) => errors.push(fields) } })
}

/** Work that goes on until it is finished or stopped. */
function heldWork() {
  let watch: JobWatch | undefined
  let finish = () => {}
  return {
    work: (given: JobWatch) =>
      new Promise<void>((resolve, reject) => {
        watch = given
        finish = resolve
        given.signal.addEventListener('abort', () => reject(new Error('stopped')))
      }),
    progress: (percent: number) => watch?.progress(percent),
    finish: () => finish(),
  }
}

const start = (work: (watch: JobWatch) => Promise<void>, action = 'format', diskid = SD_CARD) =>
  jobs.start(diskid, action, () => work)
const find = (jobid = '1') => jobs.find(SD_CARD, jobid)

test('a job reports its progress, and 100 only once it has ended (STORAGE-10, STORAGE-26)', async () => {
  const held = heldWork()
  const heard: [string, number][] = []
  jobs.subscribe(({ action, progress }) => heard.push([action, progress]))
  expect(start(held.work)).toEqual({
    jobid: '1',
    diskid: SD_CARD,
    action: 'format',
    result: 'OK',
    progress: 0,
    description: '',
  })
  held.progress(41.7)
  expect(find()?.progress).toBe(41)
  held.progress(12)
  expect(find()?.progress).toBe(41)
  held.progress(100)
  expect(find()).toMatchObject({ progress: 99, result: 'OK' })
  held.finish()
  await jobs.settled(SD_CARD)
  expect(find()).toMatchObject({ progress: 100, result: 'OK', description: '' })
  expect(heard).toEqual([
    ['format', 0],
    ['format', 100],
  ])
})

test('a job that fails says why, and a fault that nobody expected is logged (STORAGE-27)', async () => {
  start(() => Promise.reject(new JobFailure('The card is damaged.')))
  await jobs.settled(SD_CARD)
  start(() => Promise.reject(new Error('EIO')))
  await jobs.settled(SD_CARD)
  expect([find('1'), find('2')]).toMatchObject([
    { result: 'ERROR', progress: 100, description: 'The card is damaged.' },
    { result: 'ERROR', progress: 100, description: 'The job failed for an unknown reason.' },
  ])
  expect(errors).toHaveLength(1)
})

test('each disk has one job at a time', async () => {
  const held = heldWork()
  start(held.work)
  expect(() => start(held.work, 'mount')).toThrow('Another job is running on the disk.')
  expect(start(heldWork().work, 'mount', 'NetworkShare').jobid).toBe('2')
  expect(jobs.isRunning(SD_CARD)).toBe(true)
  held.finish()
  await jobs.settled(SD_CARD)
  expect(jobs.isRunning(SD_CARD)).toBe(false)
  expect(start(heldWork().work, 'mount').jobid).toBe('3')
  expect(jobs.last().map(({ diskid, jobid }) => [diskid, jobid])).toEqual([
    [SD_CARD, '3'],
    ['NetworkShare', '2'],
  ])
})

test('a refused job leaves nothing behind, also on a full disk', () => {
  const refuse = () => {
    throw new Refusal('invalid', 'There is no card.')
  }
  expect(() => jobs.start(SD_CARD, 'mount', refuse)).toThrow('There is no card.')
  diskFull = true
  expect(() => start(heldWork().work)).toThrow(Refusal)
  expect([jobs.last(), jobs.isRunning(SD_CARD)]).toEqual([[], false])
})

test('a job whose end cannot be stored is over all the same', async () => {
  const held = heldWork()
  start(held.work)
  diskFull = true
  held.finish()
  await jobs.settled(SD_CARD)
  expect(find()).toMatchObject({ progress: 100, result: 'OK' })
  expect(errors).toHaveLength(1)
})

test('a job that an abort ends is reported with the reason, however its work ended', async () => {
  const held = heldWork()
  start(held.work)
  await jobs.abort(SD_CARD, 'The card was removed.')
  expect(find()).toMatchObject({ result: 'ERROR', description: 'The card was removed.' })
  start(({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())))
  await jobs.abort(SD_CARD, 'The card was removed.')
  expect(find('2')).toMatchObject({ result: 'ERROR', description: 'The card was removed.' })
  await jobs.abort(SD_CARD, 'Nothing runs.')
  expect(find('2')?.description).toBe('The card was removed.')
})

test('a job that a power cut ends is a failure after the restart, and ids go on', () => {
  start(heldWork().work)
  database.close()
  powerOn()
  expect(jobs.last()).toEqual([
    { ...find(), jobid: '1', result: 'ERROR', progress: 100, description: INTERRUPTED },
  ])
  expect(jobs.isRunning(SD_CARD)).toBe(false)
  database.close()
  powerOn()
  expect(find()?.description).toBe(INTERRUPTED)
  expect(start(heldWork().work).jobid).toBe('2')
})

test('an orderly shutdown ends a job, and a job that had ended is reported as it did', async () => {
  const held = heldWork()
  start(heldWork().work, 'mount', 'NetworkShare')
  start(held.work)
  held.finish()
  await jobs.settled(SD_CARD)
  await jobs.close()
  database.close()
  powerOn()
  expect(jobs.last().map(({ result, description }) => [result, description])).toEqual([
    ['ERROR', 'The device was shut down before the job had finished.'],
    ['OK', ''],
  ])
})

test('a restored snapshot has its own jobs, and ends those that run', async () => {
  start(() => Promise.resolve(), 'mount')
  await jobs.settled(SD_CARD)
  const snapshot = join(folder, 'snapshot.db')
  database.save(snapshot)
  start(heldWork().work)
  database.restore(snapshot)
  await jobs.stateRestored()
  expect(jobs.last()).toMatchObject([{ jobid: '1', action: 'mount', result: 'OK' }])
  expect(jobs.isRunning(SD_CARD)).toBe(false)
  expect(start(heldWork().work).jobid).toBe('3')
})

test('the ends of the latest jobs can still be asked for, those of old ones cannot', async () => {
  for (let at = 1; at <= 17; at += 1) {
    start(() => Promise.resolve())
    await jobs.settled(SD_CARD)
  }
  expect(find('1')).toBeUndefined()
  expect(find('2')).toMatchObject({ progress: 100 })
  expect(jobs.find('NetworkShare', '2')).toBeUndefined()
})
