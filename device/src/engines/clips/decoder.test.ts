import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CLIP_PROBLEMS } from '@lintel/contract/rules/clips'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClipDecoder } from './decoder.ts'
import type { ClipFacts, DecodeRequest, DecodeResponse } from './decoder.ts'
import { freeMemory } from './testing/free-memory.ts'
import { wavFile } from './testing/sound-files.ts'

const never = { wait: () => new Promise<void>(() => undefined) }
const SOURCE = new URL('worker.ts', import.meta.url).href

/** Runs the worker from source; the device runs the built one. */
const startWorker = (request: DecodeRequest): Worker =>
  new Worker(`import('tsx/esm/api').then(({ tsImport }) => tsImport('${SOURCE}', '${SOURCE}'))`, {
    eval: true,
    workerData: request,
  })

const workerDoing = (code: string) => new Worker(code, { eval: true })
const answering = (answer: DecodeResponse) =>
  `require('node:worker_threads').parentPort.postMessage(${JSON.stringify(answer)})`

const FACTS: ClipFacts = { kind: 'wav', rate: 8000, channels: 1, seconds: 1, peaks: [] }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-decoder-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a file is decoded in a thread of its own, and refused there', async () => {
  const file = join(folder, 'tone')
  writeFileSync(file, wavFile())
  const decoder = openClipDecoder(startWorker, never)
  const [facts, samples] = await Promise.all([decoder.inspect(file), decoder.samplesOf(file)])
  expect(facts).toMatchObject({ kind: 'wav', rate: 8000, channels: 1, seconds: 0.5 })
  expect(facts).not.toHaveProperty('samples')
  expect(samples).toBeInstanceOf(Int16Array)
  expect(samples.length).toBe(4000)
  writeFileSync(file, 'no sound')
  await expect(decoder.inspect(file)).rejects.toThrow(CLIP_PROBLEMS.noFormat)
  await expect(decoder.inspect(join(folder, 'absent'))).rejects.toThrow(CLIP_PROBLEMS.damaged)
})

test('a file that takes too long is given up, and the next one has its turn', async () => {
  const waits: number[] = []
  const workers: Worker[] = []
  const codes = ['for (;;);', answering(FACTS)]
  const decoder = openClipDecoder(
    () => {
      const worker = workerDoing(codes[workers.length] ?? '')
      workers.push(worker)
      return worker
    },
    {
      wait: (milliseconds) => {
        waits.push(milliseconds)
        return waits.length === 1 ? Promise.resolve() : never.wait()
      },
    },
  )
  const first = decoder.inspect('a').catch((cause: unknown) => cause)
  const second = decoder.inspect('b')
  expect(workers.length).toBe(0)
  expect(await first).toMatchObject({ problem: 'tooSlow' })
  expect(await second).toEqual(FACTS)
  expect(waits).toEqual([30_000, 30_000])
  await expect.poll(() => workers.map(({ threadId }) => threadId)).toEqual([-1, -1])
})

test('one file is decoded at a time', async () => {
  let running = 0
  let most = 0
  const decoder = openClipDecoder(() => {
    const worker = workerDoing(answering(FACTS))
    running += 1
    most = Math.max(most, running)
    worker.once('message', () => {
      running -= 1
    })
    return worker
  }, never)
  await Promise.all([1, 2, 3].map(() => decoder.inspect('a')))
  expect(most).toBe(1)
})

test('samples are kept by nobody but the caller', async () => {
  const code = `require('node:worker_threads').parentPort.postMessage({ samples: new Int16Array(9) })`
  const decoder = openClipDecoder(() => workerDoing(code), never)
  const samples = await decoder.samplesOf('a').then((one) => new WeakRef(one))
  const isThere = async () => {
    await freeMemory()
    return samples.deref() !== undefined
  }
  await expect.poll(isThere).toBe(false)
  await decoder.inspect('a')
})

test('a file that crashes the decoder is damaged', async () => {
  const decoder = openClipDecoder(() => workerDoing("throw new Error('no')"), never)
  await expect(decoder.inspect('a')).rejects.toMatchObject({ problem: 'damaged' })
})
