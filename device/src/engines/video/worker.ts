/** Draws and encodes in its own thread, so that the device's event loop stays free. */
import { parentPort } from 'node:worker_threads'
import { DEFAULT_SETTINGS } from './orders.ts'
import type { Caption, Encoding, FromWorker, PictureSettings, ToWorker } from './orders.ts'
import { createPicture } from './picture.ts'
import type { Picture } from './picture.ts'

interface Running {
  encoding: Encoding
  picture: Picture
  /** Due time of the next picture, in monotonic milliseconds. */
  due: number
  timer: NodeJS.Timeout | undefined
}

const device = parentPort
const running = new Map<string, Running>()
let caption: Caption = { ahead: 0, name: '' }
let settings: PictureSettings = DEFAULT_SETTINGS

// Without a parent thread there is nothing to draw for.
device?.on('message', (order: ToWorker) => {
  if (order.type === 'caption') caption = order.caption
  else if (order.type === 'settings') settings = order.settings
  else if (order.type === 'encode') encode(order.encoding)
  else end(order.key)
})

function encode(encoding: Encoding): void {
  const existing = running.get(encoding.key)
  if (existing) {
    existing.encoding = encoding
    return
  }
  const { key, width, height } = encoding
  const picture = createPicture(width, height)
  const started: Running = { encoding, picture, due: performance.now(), timer: undefined }
  running.set(key, started)
  sendPicture(started)
}

function end(key: string): void {
  clearTimeout(running.get(key)?.timer)
  running.delete(key)
}

/** Sends one picture and waits for the next; skips pictures that are overdue. */
function sendPicture(one: Running): void {
  const { key, quality, fps } = one.encoding
  const jpeg = one.picture.draw(Date.now() + caption.ahead, caption.name, quality, settings)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  device?.postMessage({ key, jpeg } satisfies FromWorker)
  const now = performance.now()
  one.due = Math.max(one.due + 1000 / fps, now)
  one.timer = setTimeout(sendPicture, one.due - now, one)
}
