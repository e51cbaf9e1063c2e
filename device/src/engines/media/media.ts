import type { Worker } from 'node:worker_threads'
import type { Clock } from '../../clock/clock.ts'
import type { Log } from '../../log.ts'
import type { FromWorker, ToWorker } from './orders.ts'
import { NOTHING_GATHERED } from './types.ts'
import type {
  CallSound,
  Gathered,
  HeardListener,
  MediaAgreement,
  MediaEngine,
  MediaSession,
  MediaStatistics,
  Microphone,
  Trouble,
} from './types.ts'

/** How long the worker keeps running without sessions. */
const LINGER_MS = 10_000
/** How long to wait before a failed worker is restarted. */
const RECOVER_MS = 1000
/** How long a key lasts unless the caller says. */
const KEY_MS = 160

interface Call {
  port: number
  address: string
  agreement: MediaAgreement | undefined
  microphone: Microphone | undefined
  digits: Set<(digit: string) => void>
  statistics: Set<(statistics: MediaStatistics) => void>
  troubles: Set<(trouble: Trouble) => void>
  /** Waits for its port. */
  opened: { resolve(port: number): void; reject(error: Error): void } | undefined
}

/** Opens the media engine. Its worker runs from the first session until a while after the last. */
export function openMedia(parts: {
  clock: Clock
  log: Log
  startWorker: () => Worker
}): MediaEngine {
  const { clock, log, startWorker } = parts
  const calls = new Map<number, Call>()
  const requests = new Map<number, (found: Gathered) => void>()
  const ears = new Set<HeardListener>()
  let sound: CallSound | undefined
  let worker: Worker | undefined
  let waiting = new AbortController()
  let count = 0
  let closed = false

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
  const send = (order: ToWorker) => worker?.postMessage(order)

  function start(): void {
    const started = startWorker()
    worker = started
    started.on('message', hear)
    started.on('error', (error) => log.error({ err: error }, 'media worker failed'))
    started.on('exit', () => {
      if (worker !== started) return
      worker = undefined
      forget()
      if (calls.size > 0) afterwards(RECOVER_MS, recover)
    })
  }

  /** Nobody answers what is under way any more. */
  function forget(): void {
    for (const resolve of requests.values()) resolve(NOTHING_GATHERED)
    requests.clear()
    for (const [id, call] of Array.from(calls)) {
      if (!call.opened) continue
      calls.delete(id)
      call.opened.reject(new Error('The media worker failed'))
    }
  }

  /** Calls go on at their ports, as new streams. */
  function recover(): void {
    start()
    if (sound) send({ type: 'sound', sound })
    if (ears.size > 0) send({ type: 'listen', on: true })
    for (const [id, { port, address }] of calls) {
      send({ type: 'open', id, startPort: port, address })
    }
  }

  function stop(): void {
    const running = worker
    worker = undefined
    void running?.terminate()
  }

  /** Schedules work, unless something else is scheduled first. */
  function afterwards(ms: number, work: () => void): void {
    waiting.abort()
    waiting = new AbortController()
    clock.wait(ms, waiting.signal).then(work, () => {})
  }

  function hear(message: FromWorker): void {
    switch (message.type) {
      case 'opened':
        opened(message.id, message.port)
        break
      case 'failed':
        failed(message.id, message.message)
        break
      case 'digit':
        for (const fn of Array.from(calls.get(message.id)?.digits ?? [])) fn(message.digit)
        break
      case 'statistics':
        for (const { id, statistics } of message.sessions) {
          for (const fn of Array.from(calls.get(id)?.statistics ?? [])) fn(statistics)
        }
        break
      case 'heard':
        for (const { id, samples, rate } of message.sessions) {
          if (calls.has(id)) for (const fn of Array.from(ears)) fn(id, samples, rate)
        }
        break
      case 'gathered':
        requests.get(message.request)?.(message.found)
        requests.delete(message.request)
        break
      case 'trouble':
        for (const fn of Array.from(calls.get(message.id)?.troubles ?? [])) fn(message.trouble)
        break
    }
  }

  function opened(id: number, port: number): void {
    const call = calls.get(id)
    if (call?.opened) {
      call.opened.resolve(port)
    } else if (call) {
      // After a restart of the worker.
      if (call.agreement) send({ type: 'agree', id, agreement: call.agreement })
      if (call.microphone) send({ type: 'speak', id, microphone: call.microphone })
    }
  }

  function failed(id: number, why: string): void {
    const call = calls.get(id)
    if (call?.opened) call.opened.reject(new Error(why))
    else if (call) log.error({ why }, 'the audio of a call was not restored')
  }

  function leave(id: number): void {
    if (!calls.delete(id) || closed) return
    send({ type: 'close', id })
    if (calls.size === 0) afterwards(LINGER_MS, stop)
  }

  const sessionOf = (id: number, call: Call): MediaSession => ({
    port: call.port,
    agree(agreement) {
      call.agreement = agreement
      send({ type: 'agree', id, agreement })
    },
    speak(microphone) {
      call.microphone = microphone
      send({ type: 'speak', id, microphone })
    },
    press: (digit, milliseconds = KEY_MS) => send({ type: 'press', id, digit, milliseconds }),
    onDigit: (listener) => void call.digits.add(listener),
    onStatistics: (listener) => void call.statistics.add(listener),
    onTrouble: (listener) => void call.troubles.add(listener),
    gather(helpers) {
      if (!worker || !calls.has(id)) return Promise.resolve(NOTHING_GATHERED)
      count += 1
      const request = count
      return new Promise((resolve) => {
        requests.set(request, resolve)
        send({ type: 'gather', id, request, helpers })
      })
    },
    close: () => leave(id),
  })

  return {
    async open(startPort, address) {
      if (closed) throw new Error('The media engine is closed')
      count += 1
      const id = count
      const call: Call = {
        port: startPort,
        address,
        agreement: undefined,
        microphone: undefined,
        digits: new Set(),
        statistics: new Set(),
        troubles: new Set(),
        opened: undefined,
      }
      calls.set(id, call)
      waiting.abort()
      if (!worker) recover()
      else send({ type: 'open', id, startPort, address })
      try {
        call.port = await new Promise<number>((resolve, reject) => {
          call.opened = { resolve, reject }
        })
        return sessionOf(id, call)
      } catch (error) {
        leave(id)
        throw error
      } finally {
        call.opened = undefined
      }
    },
    speakLive: (samples) => send({ type: 'spoken', samples }),
    setSound(next) {
      sound = next
      send({ type: 'sound', sound })
    },
    onHeard(listener) {
      ears.add(listener)
      if (ears.size === 1) send({ type: 'listen', on: true })
      return () => {
        if (ears.delete(listener) && ears.size === 0) send({ type: 'listen', on: false })
      }
    },
    close() {
      closed = true
      waiting.abort()
      forget()
      calls.clear()
      stop()
    },
  }
}
