import { Refusal } from '@lintel/contract/fault'
import type { FromDevice, ToDevice } from '@lintel/contract/wire'
import type { HostTime } from './host-time.ts'

/** A request to the device, without the number that identifies its answer. */
type Asked<T> = T extends { ask: number } ? Omit<T, 'ask'> : never
type Question = Asked<ToDevice>

/** The board's end of the channel to one running device. */
export interface Wire {
  send(message: ToDevice): void
  /**
   * Sends a request and waits for the device's `done`.
   * @throws Refusal `internal` with the device's message, or when the device exits or is silent for
   * too long
   */
  ask(question: Question, timeoutMs: number): Promise<void>
  /** Handles a received message: an answer completes its request, everything else is passed on. */
  received(message: FromDevice): void
  /** The device has exited, and its requests with it. */
  close(): void
}

interface Open {
  end(error?: string): void
}

/** A wire that sends with `send` and passes other messages to `told`. */
export function openWire(
  send: (message: ToDevice) => void,
  told: (message: FromDevice) => void,
  time: HostTime,
): Wire {
  const questions = new Map<number, Open>()
  let numbers = 0
  return {
    send,
    ask(question, timeoutMs) {
      numbers += 1
      const ask = numbers
      return new Promise((resolve, reject) => {
        const cancel = time.after(timeoutMs, () => {
          questions.get(ask)?.end('The device does not answer.')
        })
        questions.set(ask, {
          end(error) {
            cancel()
            questions.delete(ask)
            if (error === undefined) resolve()
            else reject(new Refusal('internal', error))
          },
        })
        send({ ...question, ask })
      })
    },
    received(message) {
      if (message.type === 'done') questions.get(message.ask)?.end(message.error)
      else told(message)
    },
    close() {
      for (const question of Array.from(questions.values())) {
        question.end('The device has lost its power.')
      }
    },
  }
}
