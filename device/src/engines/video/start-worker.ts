import { Worker } from 'node:worker_threads'

/** Starts the video worker, which the build places next to the device's bundle. */
export function startVideoWorker(): Worker {
  return new Worker(new URL('./video-worker.js', import.meta.url))
}
