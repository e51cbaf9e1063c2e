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

export interface EventSocket {
  /**
   * Subscribes to more topics, now and after every reconnect; their current state arrives at once.
   */
  add(topics: readonly string[]): void
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

  function connect() {
    timer = undefined
    const current = options.open()
    socket = current
    let acknowledged = false
    let patience: ReturnType<typeof setTimeout> | undefined
    function goLive() {
      if (closed || socket !== current) return
      options.onLive(wasLive)
      wasLive = true
    }
    /** After the time limit too: until then a slow device did not report what changed. */
    function acknowledge() {
      clearTimeout(patience)
      if (acknowledged) return
      acknowledged = true
      goLive()
    }
    current.addEventListener('open', () => {
      pause = SOCKET_RETRY_FIRST
      live = true
      current.send(subscribeMessage(Array.from(topics), 'console'))
      patience = setTimeout(goLive, SOCKET_ACKNOWLEDGED)
    })
    current.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (closed || typeof data !== 'string') return
      acknowledge()
      for (const event of eventsIn(data)) options.onEvent(event)
    })
    current.addEventListener('close', () => {
      clearTimeout(patience)
      if (closed || socket !== current) return
      live = false
      timer = setTimeout(connect, pause)
      pause = Math.min(pause * 2, SOCKET_RETRY_LONGEST)
      options.onDown()
    })
  }

  connect()
  return {
    add(more) {
      for (const topic of more) topics.add(topic)
      if (live) socket?.send(subscribeMessage(more, 'console'))
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
      socket?.close()
    },
  }
}
