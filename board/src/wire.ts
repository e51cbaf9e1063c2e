import { Refusal } from '@lintel/contract/fault'
import type { FromDevice, ToDevice } from '@lintel/contract/wire'
import type { HostTime } from './host-time.ts'

/** A request to the device, without the number that identifies its answer. */
type WireRequest = WithoutNumber<ToDevice>
type WithoutNumber<T> = T extends { ask: number } ? Omit<T, 'ask'> : never

/** The board's end of the channel to one running device. */
export interface Wire {
  send(message: ToDevice): void
  /**
   * Sends a request and waits for the device's `done`.
   * @throws Refusal `internal` with the device's message, or when the device exits or is silent for
   * too long
   */
  ask(request: WireRequest, timeoutMs: number): Promise<void>
  /** Handles a received message: an answer completes its request, everything else is passed on. */
  received(message: FromDevice): void
  /** The device has exited, and its requests with it. */
  close(): void
}

/** A request without an answer so far. */
interface Pending {
  end(error?: string): void
}

/** A wire that sends with `send`, and passes messages that are no answers to `receive`. */
export function openWire(
  send: (message: ToDevice) => void,
  receive: (message: FromDevice) => void,
  time: HostTime,
): Wire {
  const pending = new Map<number, Pending>()
  let lastNumber = 0
  return {
    send,
    ask(request, timeoutMs) {
      lastNumber += 1
      const ask = lastNumber
      return new Promise((resolve, reject) => {
        const cancel = time.after(timeoutMs, () => {
          pending.get(ask)?.end('The device does not answer.')
        })
        pending.set(ask, {
          end(error) {
            cancel()
            pending.delete(ask)
            if (error === undefined) resolve()
            else reject(new Refusal('internal', error))
          },
        })
        send({ ...request, ask })
      })
    },
    received(message) {
      if (message.type === 'done') pending.get(message.ask)?.end(message.error)
      else receive(message)
    },
    close() {
      for (const request of Array.from(pending.values())) {
        request.end('The device has lost its power.')
      }
    },
  }
}
