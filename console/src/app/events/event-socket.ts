import { eventsIn, subscribeMessage } from '@lintel/contract/events'
import type { DeviceEvent } from '@lintel/contract/events'
import { SOCKET_RETRY_FIRST, SOCKET_RETRY_LONGEST } from '../timing.ts'

export interface EventSocketOptions {
  topics: readonly string[]
  open: () => WebSocket
  onEvent: (event: Omit<DeviceEvent, 'topic'> & { topic: string }) => void
  /** Subscribed: from now on events are told. `again` after a gap, in which events were missed. */
  onLive: (again: boolean) => void
  /** Closed; it is opened again by itself. */
  onDown: () => void
}

export interface EventSocket {
  /** Asks for more topics, from now on and at every new connection; their state is told at once. */
  add(topics: readonly string[]): void
  close(): void
}

/**
 * One event socket that stays open: when it closes it is opened again after 1, 2, 4 … 30 s and
 * subscribes again. The pause starts from the beginning once a connection stood.
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
    current.addEventListener('open', () => {
      pause = SOCKET_RETRY_FIRST
      live = true
      current.send(subscribeMessage(Array.from(topics), 'console'))
      options.onLive(wasLive)
      wasLive = true
    })
    current.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (closed || typeof data !== 'string') return
      for (const event of eventsIn(data)) options.onEvent(event)
    })
    current.addEventListener('close', () => {
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
    close() {
      closed = true
      clearTimeout(timer)
      socket?.close()
    },
  }
}
