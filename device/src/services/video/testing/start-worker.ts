import { Worker } from 'node:worker_threads'

const SOURCE = new URL('../../../engines/video/worker.ts', import.meta.url).href

/** Runs the video worker from source; the device runs the built one. */
export const startSourceWorker = (): Worker =>
  new Worker(`import('tsx/esm/api').then(({ tsImport }) => tsImport('${SOURCE}', '${SOURCE}'))`, {
    eval: true,
  })
