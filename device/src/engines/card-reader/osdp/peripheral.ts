import { bytesOf } from '../bits.ts'
import type { Bits } from '../bits.ts'
import { BROADCAST, COMMANDS, NAK, REPLIES } from './codes.ts'
import { encodeFrame, openDecoder } from './frame.ts'
import type { Frame } from './frame.ts'
import { buzzerCommands, ledCommands } from './light-and-sound.ts'
import type { BuzzerCommand, LedCommand } from './light-and-sound.ts'

/** What the reader says of itself. */
export interface Identity {
  /** Three bytes of the maker's MAC addresses. */
  vendor: readonly [number, number, number]
  model: number
  version: number
  /** Four bytes. */
  serial: number
  firmware: readonly [number, number, number]
}

export interface PeripheralParts {
  /** The configured address, 0 to 126. */
  address: () => number
  identity: Identity
  onLed: (command: LedCommand) => void
  onBuzzer: (command: BuzzerCommand) => void
}

/** The reader at the bus of a controller. */
export interface Peripheral {
  /** Bytes from the bus, in pieces of any size. Returns what the reader answers; may be empty. */
  receive(bytes: Uint8Array): Uint8Array
  /** Keeps the bits of a card for the next POLL. */
  card(bits: Bits, format: 'raw' | 'wiegand'): void
  /** Keeps pressed keys for the next POLL. */
  keys(keys: string): void
  /** How many cards and PINs wait for a POLL. */
  waiting(): number
  /** Forgets what waits, and where the sequence is. */
  reset(): void
}

/** What waits for a POLL; when there is more, the oldest is dropped. */
const WAITING_MAX = 16

/** An address and a speed. Source: SIA OSDP v2.2 §6.13, §7.13. */
const COMSET_LENGTH = 5
/** The speed at which every reader begins. */
const BITS_PER_SECOND = 9_600

/** The keys that are no digits. Source: SIA OSDP v2.2 §7.12. */
const SPECIAL_KEYS: Record<string, number> = { '*': 0x7f, '#': 0x0d }

/**
 * Function, level and number of what the reader can do. Source: SIA OSDP v2.2 annex B: card data as
 * bits; one LED with timing in many colours; a buzzer with timing; CRC; no secure channel; 1440
 * bytes; one reader; version 2.2.
 */
const CAPABILITIES = [
  [3, 1, 0],
  [4, 4, 1],
  [5, 2, 1],
  [8, 1, 0],
  [9, 0, 0],
  [10, 0xa0, 0x05],
  [13, 0, 1],
  [16, 2, 0],
]

interface Answer {
  code: number
  data: Uint8Array
}

/** The reader as a peripheral device of OSDP, without secure channel. */
export function openPeripheral(parts: PeripheralParts): Peripheral {
  const { address, identity, onLed, onBuzzer } = parts
  let decode = openDecoder()
  let waiting: Answer[] = []
  /** The sequence number and code of the last command, and what it was answered with. */
  let last: { sequence: number; code: number; bytes: Uint8Array } | undefined

  const keep = (code: number, data: Uint8Array) => {
    waiting = [...waiting, { code, data }].slice(-WAITING_MAX)
  }

  function answerOf({ security, code, data }: Frame): Answer {
    if (security) return nak(NAK.security)
    switch (code) {
      case COMMANDS.POLL:
        return waiting.shift() ?? ack
      case COMMANDS.ID:
        return data.length === 1 ? { code: REPLIES.PDID, data: idData(identity) } : nak(NAK.length)
      case COMMANDS.CAP:
        return data.length === 1
          ? { code: REPLIES.PDCAP, data: Uint8Array.from(CAPABILITIES.flat()) }
          : nak(NAK.length)
      case COMMANDS.LSTAT:
        // Neither tampered with nor on the last of its power.
        return { code: REPLIES.LSTATR, data: Uint8Array.of(0, 0) }
      case COMMANDS.RSTAT:
        return { code: REPLIES.RSTATR, data: Uint8Array.of(0) }
      case COMMANDS.LED:
        return carriedOut(ledCommands(data), onLed)
      case COMMANDS.BUZ:
        return carriedOut(buzzerCommands(data), onBuzzer)
      case COMMANDS.COMSET:
        return data.length === COMSET_LENGTH
          ? { code: REPLIES.COM, data: comData(address()) }
          : nak(NAK.length)
      default:
        return nak(NAK.unknown)
    }
  }

  /** Undefined for frames of others. The controller repeats what it gets no answer to. */
  function answerTo(frame: Frame): Uint8Array | undefined {
    const { sequence, code } = frame
    const isOurs = frame.address === address() || frame.address === BROADCAST
    if (frame.reply || !isOurs) return undefined
    const reply = (answer: Answer) =>
      encodeFrame({ ...frame, reply: true, security: undefined, ...answer })
    if (sequence === 0) last = undefined
    else if (last?.sequence === sequence && last.code === code) return last.bytes
    else if (last && sequence !== (last.sequence % 3) + 1) return reply(nak(NAK.sequence))
    const bytes = reply(answerOf(frame))
    last = { sequence, code, bytes }
    return bytes
  }

  return {
    receive(bytes) {
      const answers = decode(bytes).flatMap((frame) => Array.from(answerTo(frame) ?? []))
      return Uint8Array.from(answers)
    },
    card(bits, format) {
      const size = [bits.length & 0xff, bits.length >> 8]
      keep(REPLIES.RAW, Uint8Array.from([0, format === 'raw' ? 0 : 1, ...size, ...bytesOf(bits)]))
    },
    keys(keys) {
      const codes = Array.from(keys, (key) => SPECIAL_KEYS[key] ?? key.charCodeAt(0))
      keep(REPLIES.KEYPAD, Uint8Array.from([0, codes.length, ...codes]))
    },
    waiting: () => waiting.length,
    reset() {
      decode = openDecoder()
      waiting = []
      last = undefined
    },
  }
}

const ack: Answer = { code: REPLIES.ACK, data: new Uint8Array() }

const nak = (reason: number): Answer => ({ code: REPLIES.NAK, data: Uint8Array.of(reason) })

function carriedOut<T>(commands: T[] | undefined, carryOut: (command: T) => void): Answer {
  if (!commands) return nak(NAK.length)
  for (const command of commands) carryOut(command)
  return ack
}

/** The address is a setting of the device: the controller is told the one that it goes on with. */
function comData(address: number): Uint8Array {
  const data = Buffer.alloc(COMSET_LENGTH)
  data.writeUInt8(address)
  data.writeUInt32LE(BITS_PER_SECOND, 1)
  return data
}

function idData({ vendor, model, version, serial, firmware }: Identity): Uint8Array {
  const data = Buffer.alloc(12)
  data.set([...vendor, model, version])
  data.writeUInt32LE(serial >>> 0, 5)
  data.set(firmware, 9)
  return data
}
