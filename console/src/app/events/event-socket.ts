import { eventsIn, subscribeMessage } from '@lintel/contract/events'
import type { DeviceEvent } from '@lintel/contract/events'
import { SOCKET_ACKNOWLEDGED, SOCKET_RETRY_FIRST, SOCKET_RETRY_LONGEST } from '../timing.ts'

export interface EventSocketOptions {
  topics: readonly string[]
  open: () => WebSocket
  onEvent: (event: Omit<DeviceEvent, 'topic'> & { topic: string }) => void
  /**
   * The device has read the subscription: events arrive from now on, and what is read from now on
   * misses none. `again` after a gap, during which events were missed.
   */
  onLive: (again: boolean) => void
  /** Closed; it is reopened automatically. */
  onDown: () => void
}

/** A subscription that was sent. */
interface Subscription {
  onRead: () => void
  /** Calls `onRead` when the device takes too long to acknowledge. */
  patience: ReturnType<typeof setTimeout>
}

export interface EventSocket {
  /**
   * Subscribes to more topics, now and after every reconnect; their current state arrives at once.
   * @param onRead as `onLive`, for these topics on this connection; not called for those that are
   *   sent with a new connection's subscription
   */
  add(topics: readonly string[], onRead?: () => void): void
  /** Reconnects now instead of later, if it is closed: the device has been seen again. */
  retry(): void
  close(): void
}

/**
 * An event socket that reconnects: after it closes it is reopened after 1, 2, 4 … 30 s and
 * subscribes again. The delay starts over once a connection was established.
 */
export function openEventSocket(options: EventSocketOptions): EventSocket {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = SOCKET_RETRY_FIRST
  let wasLive = false
  let closed = false
  let live = false
  const topics = new Set(options.topics)
  /** Subscriptions on this connection that the device has not acknowledged yet, in order. */
  let sent: Subscription[] = []

  /** Sends a subscription. `onRead` is called again if the device acknowledges it after the limit. */
  function subscribe(current: WebSocket, wanted: Iterable<string>, onRead: () => void) {
    current.send(subscribeMessage(Array.from(wanted), 'console'))
    sent.push({ onRead, patience: setTimeout(onRead, SOCKET_ACKNOWLEDGED) })
  }

  function acknowledge() {
    const read = sent.shift()
    clearTimeout(read?.patience)
    read?.onRead()
  }

  function forgetSent() {
    for (const { patience } of sent) clearTimeout(patience)
    sent = []
  }

  function connect() {
    timer = undefined
    const current = options.open()
    socket = current
    current.addEventListener('open', () => {
      if (closed || socket !== current) return
      pause = SOCKET_RETRY_FIRST
      live = true
      subscribe(current, topics, () => {
        options.onLive(wasLive)
        wasLive = true
      })
    })
    current.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (closed || socket !== current || typeof data !== 'string') return
      const events = eventsIn(data)
      if (events.length === 0) acknowledge()
      for (const event of events) options.onEvent(event)
    })
    current.addEventListener('close', () => {
      if (closed || socket !== current) return
      forgetSent()
      live = false
      timer = setTimeout(connect, pause)
      pause = Math.min(pause * 2, SOCKET_RETRY_LONGEST)
      options.onDown()
    })
  }

  connect()
  return {
    add(more, onRead = () => {}) {
      for (const topic of more) topics.add(topic)
      if (live && socket) subscribe(socket, more, onRead)
    },
    retry() {
      if (timer === undefined) return
      clearTimeout(timer)
      pause = SOCKET_RETRY_FIRST
      connect()
    },
    close() {
      closed = true
      clearTimeout(timer)
      forgetSent()
      socket?.close()
    },
  }
}
