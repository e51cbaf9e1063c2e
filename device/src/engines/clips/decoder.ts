import { Worker } from 'node:worker_threads'
import type { ClipProblem } from '@lintel/contract/rules/clips'
import type { Clock } from '../../clock/clock.ts'
import type { DecodedClip } from './decode.ts'
import { Unplayable } from './unplayable.ts'

/** The request to the worker. */
export interface DecodeRequest {
  /** The path of the file. */
  file: string
  needsSamples: boolean
}

/** What is known of a clip besides its samples. */
export type ClipFacts = Omit<DecodedClip, 'samples'>

/** The worker's answer. */
export type DecodeResponse =
  | (ClipFacts & { samples?: Int16Array<ArrayBuffer> })
  | { problem: ClipProblem }

export type StartDecodeWorker = (request: DecodeRequest) => Worker

/** Decodes clips, one after the other, in threads of their own. */
export interface ClipDecoder {
  /** What a file is. @throws Unplayable */
  inspect(file: string): Promise<ClipFacts>
  /** Its sound, as samples of 16 bits. @throws Unplayable */
  samplesOf(file: string): Promise<Int16Array>
}

/** Time limit for one file, in milliseconds. Ten minutes of mp3 take 4 s on a busy core. */
const LIMIT = 30_000

/** Starts the worker, which the build places next to the device's bundle. */
export const startDecodeWorker: StartDecodeWorker = (request) =>
  new Worker(new URL('./clip-worker.js', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  })

export function openClipDecoder(start: StartDecodeWorker, clock: Pick<Clock, 'wait'>): ClipDecoder {
  let last: Promise<unknown> = Promise.resolve()

  /** One at a time, so that many uploads take no more memory and processor time than one. */
  function decode(request: DecodeRequest) {
    const turn = last.then(() => answerOf(start(request), clock))
    // Without its result, or the samples would stay in memory until the next file.
    last = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }

  return {
    async inspect(file) {
      const { samples: _samples, ...facts } = await decode({ file, needsSamples: false })
      return facts
    },
    async samplesOf(file) {
      const { samples } = await decode({ file, needsSamples: true })
      return samples ?? new Int16Array()
    },
  }
}

/** The worker's only message. */
async function answerOf(
  worker: Worker,
  clock: Pick<Clock, 'wait'>,
): Promise<Exclude<DecodeResponse, { problem: ClipProblem }>> {
  const done = new AbortController()
  const answer = new Promise<DecodeResponse>((resolve) => {
    worker.once('message', resolve)
    // The worker ran out of memory or crashed on the file.
    worker.once('error', () => resolve({ problem: 'damaged' }))
  })
  const late = clock.wait(LIMIT, done.signal).then(
    (): DecodeResponse => ({ problem: 'tooSlow' }),
    () => answer,
  )
  try {
    const response = await Promise.race([answer, late])
    if ('problem' in response) throw new Unplayable(response.problem)
    return response
  } finally {
    done.abort()
    void worker.terminate()
  }
}
