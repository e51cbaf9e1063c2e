/** Runs the audio of all calls in a thread of its own, so that nothing delays its packets. */
import { parentPort } from 'node:worker_threads'
import { openDesk } from './desk.ts'
import type { ToWorker } from './orders.ts'

const device = parentPort

if (device) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const desk = openDesk((message) => device.postMessage(message))
  device.on('message', (order: ToWorker) => desk.order(order))
}
