import type { FromDevice, ToDevice } from '@lintel/contract/wire'

type Received<T extends ToDevice['type']> = Extract<ToDevice, { type: T }>

/** The device's end of the channel to the board. */
export interface Wire {
  send(message: FromDevice): void
  /** Subscribes to messages of this type. */
  on<T extends ToDevice['type']>(type: T, fn: (message: Received<T>) => void): () => void
  /** Called once when the board is gone: the power is off. */
  onCut(fn: () => void): void
}

/** The parts of a child process that the wire needs. */
export interface Channel {
  send?: (
    message: FromDevice,
    handle: undefined,
    options: undefined,
    sent: (fault: Error | null) => void,
  ) => unknown
  connected: boolean
  on(event: 'message', fn: (message: unknown) => void): unknown
  on(event: 'disconnect', fn: () => void): unknown
}

/** The wire over a child process's IPC channel; in the device that is `process`. */
export function openWire(channel: Channel): Wire {
  const listeners = new Map<string, Set<(message: never) => void>>()
  channel.on('message', (message) => {
    const received = message as ToDevice
    for (const fn of Array.from(listeners.get(received.type) ?? [])) fn(received as never)
  })
  return {
    send(message) {
      // `disconnect` reports that the board is gone; a message that failed to send doesn't.
      if (channel.connected) channel.send?.(message, undefined, undefined, () => {})
    },
    on(type, fn) {
      const those = listeners.get(type) ?? new Set()
      listeners.set(type, those.add(fn))
      return () => {
        those.delete(fn)
      }
    },
    onCut(fn) {
      channel.on('disconnect', fn)
    },
  }
}
