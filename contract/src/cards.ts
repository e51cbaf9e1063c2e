/** Cards as people hold them in front of the reader. Own design, for the bench. */
import type { CardType, KEY_TYPES, ReaderProtocol } from './card-reader.ts'

/** The key of a MIFARE Classic sector as it leaves the factory. */
export const TRANSPORT_KEY = 'FFFFFFFFFFFF'

/** How a file of a card is read. */
export const CARD_COMM_MODES = ['Plain', 'Plain_MACed', 'Encrypted'] as const

/** A card in front of the reader. All bytes are in hexadecimal. */
export interface PresentedCard {
  /** `UID/CSN`: one that has nothing but a serial number. */
  type: CardType
  /** The serial number: 4, 7 or 10 bytes. */
  uid: string
  /** What is stored on it; none on a type that can't be of that kind. */
  contents: CardContent[]
}

export type CardContent =
  /** Data of MIFARE Classic, from this block on. Both keys open its sectors. */
  | {
      kind: 'classic'
      sector: number
      block: number
      keyA: string
      keyB: string
      data: string
    }
  /** A file of MIFARE DESFire. */
  | {
      kind: 'desfire'
      AID: string
      fileNbr: number
      keyNbr: number
      keyType: (typeof KEY_TYPES)[number]
      key: string
      /** How the file is read. */
      commMode: (typeof CARD_COMM_MODES)[number]
      data: string
    }
  /** The pages of MIFARE Ultralight, from page 4 on. Without a key, everybody can read them. */
  | { kind: 'ultralight'; key: string; data: string }

/** Why a card, or a PIN, is not passed on. */
export const CARD_PROBLEMS = [
  /** None of the configured types. */
  'type',
  /** There is nothing where required data should be. */
  'absent',
  /** Its key is another one, or its communication mode. */
  'key',
  /** It has fewer bits than are to be cut out. */
  'bits',
  /** Its bits are a whole message, of which a parity bit is wrong. */
  'parity',
] as const
export type CardProblem = (typeof CARD_PROBLEMS)[number]

/** The lines of a Wiegand controller, wired to inputs of the device. */
export const LINES = ['led1', 'led2', 'beeper'] as const
export type Line = (typeof LINES)[number]

/** What the controller at the other end of the bus does. Lines of Wiegand are contacts at inputs. */
export type ControllerAction =
  /** OSDP: asks for what waits, for who the reader is, what it can do and how it is. */
  | { kind: 'ask'; command: 'POLL' | 'ID' | 'CAP' | 'LSTAT' }
  /** OSDP: lights the LED in this colour until further notice. */
  | { kind: 'led'; colour: LedColour }
  /** OSDP: a second of sound, or silence. */
  | { kind: 'buzzer'; on: boolean }

/** The colours of an LED, by their codes. Source: SIA OSDP v2.2 §6.10. */
export const LED_COLOURS = [
  'Off',
  'Red',
  'Green',
  'Amber',
  'Blue',
  'Magenta',
  'Cyan',
  'White',
] as const
export type LedColour = (typeof LED_COLOURS)[number]

/** Something on the wire between reader and controller. */
export type OnWire = {
  /** UTC milliseconds of the device's clock. */
  at: number
} & (
  | { kind: 'wiegand'; of: 'card' | 'pin'; bits: string }
  /** `name`: `POLL`, `RAW` and so on; `frame`: its bytes in hexadecimal. */
  | { kind: 'osdp'; from: 'controller' | 'reader'; name: string; frame: string }
)

/** What people at a reader see and hear. */
export interface ReaderLight {
  /** The colour of its light, and the one with which it alternates, if it blinks. */
  colour: string
  blinksWith: string | null
  beeps: boolean
}

/** The reader as people and the controller notice it. */
export interface ReaderAtFront extends ReaderLight {
  protocol: ReaderProtocol
  /** The lines that are connected, each to an input (from 1) whose circuit a controller closes. */
  lines: { line: Line; port: number; closed: boolean }[]
  /** Oldest first. */
  onWire: OnWire[]
  /** The further readers of a door controller, from that of its second door on; older firmware doesn't say. */
  others?: ReaderLight[]
  /** Whether each reader has a keypad. */
  keypads?: boolean
}

/** The most entries of `onWire`. */
export const ON_WIRE_MAX = 20
