import type { ServerResponse } from 'node:http'
import type { HostTime } from '../host-time.ts'

/** Shortest time between two events, in milliseconds: at most ten per second. */
const SHORTEST = 100
/** Milliseconds between comments, which keep proxies from closing an idle stream. */
const KEEP_ALIVE = 15_000

export interface EventStream {
  /** Sends the state now and after every change, until the client disconnects. */
  connect(response: ServerResponse): void
  close(): void
}

/**
 * The state as server-sent events (HTML, "Server-sent events"): JSON in unnamed events, at once and
 * after changes. Changes in quick succession are sent as one; a slow client gets the newest.
 */
export function openEventStream(
  state: () => unknown,
  subscribe: (fn: () => void) => () => void,
  time: HostTime,
): EventStream {
  const clients = new Map<ServerResponse, string>()
  let cancel: (() => void) | undefined
  let cancelKeepAlive: (() => void) | undefined

  function flush(): void {
    cancel = undefined
    const text = JSON.stringify(state())
    for (const client of clients.keys()) send(client, text)
  }

  function send(client: ServerResponse, text: string): void {
    if (clients.get(client) === text || client.writableNeedDrain) return
    clients.set(client, text)
    client.write(`data: ${text}\n\n`)
  }

  function keepAlive(): void {
    for (const client of clients.keys()) client.write(':\n\n')
    cancelKeepAlive = time.after(KEEP_ALIVE, keepAlive)
  }

  const unsubscribe = subscribe(() => {
    if (clients.size > 0) cancel ??= time.after(SHORTEST, flush)
  })

  return {
    connect(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write('retry: 1000\n\n')
      clients.set(response, '')
      send(response, JSON.stringify(state()))
      response.on('drain', () => {
        send(response, JSON.stringify(state()))
      })
      response.on('close', () => {
        clients.delete(response)
        if (clients.size > 0) return
        cancelKeepAlive?.()
        cancelKeepAlive = undefined
      })
      cancelKeepAlive ??= time.after(KEEP_ALIVE, keepAlive)
    },
    close() {
      unsubscribe()
      cancel?.()
      cancelKeepAlive?.()
      for (const client of clients.keys()) client.destroy()
    },
  }
}
