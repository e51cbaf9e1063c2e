/** Draws and encodes in its own thread, so that the device's event loop stays free. */
import { parentPort } from 'node:worker_threads'
import { withStandardTables } from '../jpeg/standard-tables.ts'
import { DEFAULT_OVERLAY, DEFAULT_SETTINGS, FREE_LENS } from './orders.ts'
import type { Caption, Encoding, FromWorker, Lens, PictureSettings, ToWorker } from './orders.ts'
import { openPace } from './pace.ts'
import { createPicture } from './picture.ts'
import type { Picture } from './picture.ts'

interface Running {
  encoding: Encoding
  picture: Picture
  /** Due time of the next picture, in monotonic milliseconds. */
  due: number
  timer: NodeJS.Timeout | undefined
}

/**
 * The share of a core's processor time that pictures may take, as a camera has one encoder for all of its viewers:
 * when they request more, all of them get fewer pictures. Own design.
 */
const SHARE = 0.38

/** Large enough to tell dark from light. */
const LOOK = { width: 160, height: 90 }

const device = parentPort
const running = new Map<string, Running>()
const pace = openPace(SHARE, () => performance.now())
let caption: Caption = { ahead: 0, name: '', overlay: DEFAULT_OVERLAY }
let settings: PictureSettings = DEFAULT_SETTINGS
let lens: Lens = FREE_LENS
/** The picture that is looked at for darkness. */
let small: Picture | undefined

// Without a parent thread there is nothing to draw for.
device?.on('message', (order: ToWorker) => {
  if (order.type === 'caption') caption = order.caption
  else if (order.type === 'settings') settings = order.settings
  else if (order.type === 'lens') lens = order.lens
  else if (order.type === 'look') look(order.ask)
  else if (order.type === 'encode') encode(order.encoding)
  else end(order.key)
})

function encode(encoding: Encoding): void {
  const existing = running.get(encoding.key)
  if (existing) {
    existing.encoding = encoding
    return
  }
  const { key } = encoding
  const picture = pictureFor(encoding)
  const started: Running = { encoding, picture, due: performance.now(), timer: undefined }
  running.set(key, started)
  sendPicture(started)
}

/** One picture for all qualities of a size. */
function pictureFor({ width, height }: Encoding): Picture {
  for (const { encoding, picture } of running.values()) {
    if (encoding.width === width && encoding.height === height) return picture
  }
  return createPicture(width, height)
}

function look(ask: number): void {
  small ??= createPicture(LOOK.width, LOOK.height)
  const dark = small.darkness(localTime(), lens)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  device?.postMessage({ ask, dark } satisfies FromWorker)
}

const localTime = () => Date.now() + caption.ahead

function end(key: string): void {
  clearTimeout(running.get(key)?.timer)
  running.delete(key)
}

/** Sends one picture and waits for the next; skips pictures that are overdue. */
function sendPicture(one: Running): void {
  const wait = pace.wait()
  if (wait > 0) {
    one.timer = setTimeout(sendPicture, wait, one)
    return
  }
  const { key, quality, fps, preview = settings, standardTables } = one.encoding
  const before = process.cpuUsage()
  const drawn = one.picture.draw(localTime(), caption.name, quality, preview, lens, caption.overlay)
  const jpeg = standardTables ? withStandardTables(drawn) : drawn
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  device?.postMessage({ key, jpeg } satisfies FromWorker)
  const { user, system } = process.cpuUsage(before)
  pace.spent((user + system) / 1000)
  const now = performance.now()
  one.due = nextDue(Math.max(one.due, now), 1000 / fps)
  one.timer = setTimeout(sendPicture, one.due - now, one)
}

/** On a grid for each rate, so that qualities of one size are due together and share a drawing. */
const nextDue = (after: number, interval: number): number =>
  // A due time may come out of its own division a little too low.
  (Math.floor(after / interval + 0.01) + 1) * interval
