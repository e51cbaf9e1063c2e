import type { OnWire } from '@lintel/contract/cards'
import { COMMANDS, REPLIES } from './codes.ts'
import { encodeFrame, openDecoder } from './frame.ts'
import type { Peripheral } from './peripheral.ts'

/** A frame on the bus, as the bench shows it. */
export type FrameOnBus = Pick<Extract<OnWire, { kind: 'osdp' }>, 'from' | 'name' | 'frame'>

/** The controller at the other end of the bus. */
export interface Controller {
  /** Sends a command, and returns it and what is answered. */
  send(command: keyof typeof COMMANDS, data?: Uint8Array): FrameOnBus[]
  /** Begins the sequence anew. */
  reset(): void
}

/** ID and CAP ask for their standard report. */
const STANDARD_REPORT = Uint8Array.of(0)

/**
 * A controller for the bench, because no wire leaves this computer. Real ones poll all the time; this
 * one does when it is told to.
 */
export function openController(peripheral: Peripheral, address: () => number): Controller {
  let sequence = 0
  return {
    send(command, data = command === 'ID' || command === 'CAP' ? STANDARD_REPORT : undefined) {
      const sent = encodeFrame({
        address: address(),
        reply: false,
        sequence,
        check: 'crc',
        security: undefined,
        code: COMMANDS[command],
        data: data ?? new Uint8Array(),
      })
      sequence = (sequence % 3) + 1
      const answer = peripheral.receive(sent)
      const [frame] = openDecoder()(answer)
      return [
        { from: 'controller', name: command, frame: hexOf(sent) },
        { from: 'reader', name: frame ? replyName(frame.code) : '', frame: hexOf(answer) },
      ]
    },
    reset() {
      sequence = 0
    },
  }
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()

function replyName(code: number): string {
  return Object.entries(REPLIES).find(([, known]) => known === code)?.[0] ?? ''
}
