import type { Worker } from 'node:worker_threads'
import type { Clock } from '../../clock/clock.ts'
import { hostEvery } from '../../clock/host-every.ts'
import type { Every } from '../../clock/host-every.ts'
import type { Log } from '../../log.ts'
import type { Caption, Encoding, FromWorker, Lens, PictureSettings, ToWorker } from './orders.ts'

export interface PictureRequest {
  width: number
  height: number
  /** 0 (finest) to 100. */
  compression: number
  /** Frames per second. */
  fps: number
  /** Whether the pictures have the standard Huffman tables, as RTP needs them. */
  standardTables?: boolean
  /** Picture settings of a preview, instead of the stored ones. */
  preview?: PictureSettings
}

/** The camera: viewers who request the same picture share an encoder. */
export interface Camera {
  /**
   * Calls back with every picture until the returned function is called. All viewers get the same
   * bytes.
   */
  watch(request: PictureRequest, onPicture: (jpeg: Uint8Array) => void): () => void
  /** Applies changed picture settings and a changed overlay, from the next picture on. */
  settingsChanged(): void
  /** Looks at what is in front of the lens. */
  lensChanged(): void
  /**
   * The share of the picture that is dark, 0 to 1.
   * @throws the signal's reason when aborted; a camera that fails doesn't answer
   */
  darkness(signal: AbortSignal): Promise<number>
  close(): void
}

export interface CameraOptions {
  clock: Clock
  log: Log
  caption: () => Caption
  settings: () => PictureSettings
  /** What is in front of the lens. */
  lens: () => Lens
  startWorker: () => Worker
  /** Repeats the check of the caption; in the host's time by default. */
  every?: Every
}

/** How long the worker keeps running without viewers. */
const LINGER_MS = 5000
/** How long to wait before a failed worker is restarted. */
const RECOVER_MS = 1000
/** How often the caption is checked for changes; the worker advances its clock itself. */
const CAPTION_MS = 1000

interface Watcher {
  fps: number
  /** Accumulated fraction of the next picture that is due. */
  share: number
  onPicture: (jpeg: Uint8Array) => void
}

interface Group {
  encoding: Encoding
  watchers: Set<Watcher>
}

/** Creates a camera whose worker runs only while there are viewers. */
export function openCamera(options: CameraOptions): Camera {
  const { clock, log, caption, settings, lens, startWorker, every = hostEvery } = options
  const groups = new Map<string, Group>()
  let worker: Worker | undefined
  let stopCaption: (() => void)[] = []
  let waiting = new AbortController()
  let sentCaption = ''
  let closed = false
  /** Who waits for a look at the picture, by the number of the order. */
  const lookers = new Map<number, (dark: number) => void>()
  let looks = 0

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
  const send = (order: ToWorker) => worker?.postMessage(order)

  function sendCaption(): void {
    const now = caption()
    const text = JSON.stringify(now)
    if (text === sentCaption) return
    sentCaption = text
    send({ type: 'caption', caption: now })
  }

  const sendLens = () => send({ type: 'lens', lens: lens() })

  const inUse = () => groups.size + lookers.size > 0

  /** Lets the worker end, if nobody needs it. */
  function release(): void {
    if (!inUse()) afterwards(LINGER_MS, stop)
  }

  function start(): void {
    const started = startWorker()
    worker = started
    started.on('message', (message: FromWorker) => {
      if ('dark' in message) {
        lookers.get(message.ask)?.(message.dark)
        return
      }
      const group = groups.get(message.key)
      if (group) deliver(group, message.jpeg)
    })
    started.on('error', (error) => log.error({ err: error }, 'video worker failed'))
    started.on('exit', () => {
      if (worker !== started) return
      stop()
      if (inUse()) afterwards(RECOVER_MS, start)
    })
    sentCaption = ''
    sendCaption()
    send({ type: 'settings', settings: settings() })
    sendLens()
    stopCaption = [every(CAPTION_MS, sendCaption), clock.onJump(sendCaption)]
    for (const { encoding } of groups.values()) send({ type: 'encode', encoding })
    for (const ask of lookers.keys()) send({ type: 'look', ask })
  }

  function stop(): void {
    const running = worker
    worker = undefined
    for (const end of stopCaption) end()
    stopCaption = []
    void running?.terminate()
  }

  /** Schedules work, unless something else is scheduled first. */
  function afterwards(ms: number, work: () => void): void {
    waiting.abort()
    waiting = new AbortController()
    clock.wait(ms, waiting.signal).then(work, () => {})
  }

  /** Sets the encoder's rate to that of its fastest viewer. */
  function pace(group: Group): void {
    const fps = Math.max(...Array.from(group.watchers, (watcher) => watcher.fps))
    if (fps === group.encoding.fps) return
    group.encoding = { ...group.encoding, fps }
    send({ type: 'encode', encoding: group.encoding })
  }

  function leave(group: Group, watcher: Watcher): void {
    if (!group.watchers.delete(watcher) || closed) return
    if (group.watchers.size > 0) {
      pace(group)
      return
    }
    groups.delete(group.encoding.key)
    send({ type: 'end', key: group.encoding.key })
    release()
  }

  return {
    watch({ width, height, compression, fps, preview, standardTables }, onPicture) {
      const quality = Math.max(100 - compression, 1)
      const special = `${preview ? ` ${JSON.stringify(preview)}` : ''}${standardTables ? ' standard' : ''}`
      const key = `${width}x${height} ${quality}${special}`
      const existing = groups.get(key)
      const group = existing ?? {
        encoding: {
          key,
          width,
          height,
          quality,
          fps,
          ...(preview && { preview }),
          ...(standardTables && { standardTables }),
        },
        watchers: new Set<Watcher>(),
      }
      const watcher: Watcher = { fps, share: 1, onPicture }
      group.watchers.add(watcher)
      if (existing) {
        pace(group)
      } else {
        groups.set(key, group)
        if (worker) {
          waiting.abort()
          send({ type: 'encode', encoding: group.encoding })
        } else if (groups.size === 1) {
          waiting.abort()
          start()
        }
      }
      return () => leave(group, watcher)
    },
    lensChanged: sendLens,
    darkness(signal) {
      return new Promise((resolve, reject) => {
        const ask = (looks += 1)
        const over = () => {
          lookers.delete(ask)
          signal.removeEventListener('abort', stop)
          if (!closed) release()
        }
        function stop(): void {
          over()
          reject(signal.reason as Error)
        }
        const idle = !inUse()
        lookers.set(ask, (dark) => {
          over()
          resolve(dark)
        })
        signal.addEventListener('abort', stop, { once: true })
        if (signal.aborted) stop()
        else if (worker) {
          waiting.abort()
          send({ type: 'look', ask })
        } else if (idle) {
          waiting.abort()
          start()
        }
      })
    },
    settingsChanged() {
      send({ type: 'settings', settings: settings() })
      sendCaption()
    },
    close() {
      closed = true
      waiting.abort()
      groups.clear()
      lookers.clear()
      stop()
    },
  }
}

/** Sends a picture to the viewers that are due: slower viewers skip pictures. */
function deliver({ encoding, watchers }: Group, jpeg: Uint8Array): void {
  for (const watcher of Array.from(watchers)) {
    watcher.share += watcher.fps / encoding.fps
    if (watcher.share < 1) continue
    watcher.share = Math.min(watcher.share - 1, 1)
    watcher.onPicture(jpeg)
  }
}
