/** Decodes one clip in its own thread, then exits. */
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { decodeClip } from './decode.ts'
import type { DecodeRequest, DecodeResponse } from './decoder.ts'
import { Unplayable } from './unplayable.ts'

// The mp3 decoder writes each error of a file there.
console.error = () => undefined

async function decode({ file, needsSamples }: DecodeRequest): Promise<DecodeResponse> {
  try {
    const { samples, ...facts } = await decodeClip(await readFile(file))
    return needsSamples ? { ...facts, samples } : facts
  } catch (cause) {
    if (cause instanceof Unplayable) return { problem: cause.problem }
    throw cause
  }
}

const response = await decode(workerData as DecodeRequest)
const samples = 'samples' in response ? response.samples : undefined
parentPort?.postMessage(response, samples ? [samples.buffer] : [])
