import { Worker } from 'node:worker_threads'

/** Starts the video worker that the build puts beside the device's own file. */
export function startVideoWorker(): Worker {
  return new Worker(new URL('./video-worker.js', import.meta.url))
}
