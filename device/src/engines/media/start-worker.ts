import { Worker } from 'node:worker_threads'

/** Starts the media worker, which the build places next to the device's bundle. */
export function startMediaWorker(): Worker {
  return new Worker(new URL('./media-worker.js', import.meta.url))
}
