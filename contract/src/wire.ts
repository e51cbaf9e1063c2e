/**
 * The wires between the board and the device: messages over the IPC channel of the child process.
 * The board is the hardware and says what a hand or the world does; the device says what it shows
 * and asks for power. When the channel drops the device exits, as a device without power does.
 */

import type happened from '@lintel/contract/messages/happened/en.json'
import type { PersonaId } from './firmware.ts'

/** Why the device starts: its power came, it asked for it itself, or it had ended without having been asked. */
export type StartReason = 'power' | 'restart' | 'crash'

/** How the board tells the device what it is, before anything else. Hardware, so it survives every reset. */
export interface Plugged {
  product: string
  /** Twelve upper-case hexadecimal digits. */
  serial: string
  /** The host's address that the device has; other ones only where the host has them too. */
  address: string
  ports: { http: number; https: number; sip: number; snmp: number }
  /** Where the device keeps its state. */
  dataFolder: string
  /** Where the board writes what the device logs; the file before it has `.1` behind its name. */
  logFile: string
  reason: StartReason
  /** Seconds that the boot takes before the first answer. */
  bootSeconds: number
  /** Battery clock: milliseconds to add to the host's clock. */
  clockOffset: number
  world: World
  faults: FaultSwitch[]
  /** The firmware that it plays. */
  persona: PersonaId
  /** Folder of the built console, and of the pages beside it. */
  consoleFolder: string
  pagesFolder: string
  firmware: FirmwareSlots
  /** Public keys by which it knows firmware images that may be installed (PEM). */
  trustedKeys: string[]
}

/** `A`: the checkout that the board was started from; `B`, `C`: images that were installed. */
export type SlotName = 'A' | 'B' | 'C'

/** The firmware in a slot. */
export interface SlotFirmware {
  slot: SlotName
  version: string
  buildDate: string
}

/** What stands in the board's firmware slots. */
export interface FirmwareSlots {
  running: SlotFirmware
  /** What a rollback goes to. */
  inactive: SlotFirmware | null
  /** Whether it stays. A new one that ends by itself before gives way to the inactive one. */
  committed: boolean
  /** UTC milliseconds of the device's clock when the running one was installed; null for the checkout. */
  upgradedAt: number | null
}

/** What the device asks of the firmware slots; it is on the disk when the board answers. */
export type FirmwareOrder =
  /**
   * From the next start on the image in this folder runs, with the settings as they are then or with
   * factory values. The files are checked and on the disk; the board moves the folder away.
   */
  | { do: 'install'; folder: string; factoryDefault: boolean }
  /** From the next start on the inactive one runs, with the settings that it was left with. */
  | { do: 'rollback' }
  /** The running one stays, whatever happens. */
  | { do: 'commit' }
  /** The inactive one goes. */
  | { do: 'purge' }
  /** At the next start nothing is left of what anybody has set, in any slot. */
  | { do: 'factoryDefault' }

/** What surrounds the device. */
export interface World {
  /** Degrees Celsius. */
  temperature: number
  /** Whether the network cable is in. */
  cable: boolean
  dhcp: DhcpServer
  /** Other audio devices on the network. */
  peers: AudioPeer[]
  /** The ports, numbered from 1, whose circuit a contact outside closes to ground. */
  contacts: number[]
}

/** One of the terminals for inputs and outputs, as the device drives or reads it. */
export interface Terminal {
  /** As printed beside it, from 1: `root.IOPort.I0` is 1. */
  port: number
  /** What the device calls it; empty when it has not told. */
  name: string
  direction: 'input' | 'output'
  /** Whether the circuit is closed: by the device's output, or by what is wired to its input. */
  closed: boolean
}

/** How the device stands with another audio device. */
export const PEER_STATUSES = [
  'Online',
  'Offline',
  'Initiating',
  'AuthenticationFailed',
  'InOtherPeerNetwork',
] as const

/** Another audio device on the network. */
export interface AudioPeer {
  name: string
  /** IPv4. */
  address: string
  /** `AC:CC:8E:01:23:45`. */
  mac: string
  /** Whether it leads the audio site. */
  leader: boolean
  status: (typeof PEER_STATUSES)[number]
  /** Product number, `C2005`. */
  type: string
}

/** The DHCP server of the network that the cable leads to. */
export interface DhcpServer {
  enabled: boolean
  lease: LeaseOffer
}

/** What the DHCP server gives a device that asks (RFC 2132 §3.3, §3.5, §3.8, §3.14, §3.17, §8.3). Empty: not told. */
export interface LeaseOffer {
  /** Empty: the address that the device is plugged in with. */
  address: string
  /** Empty: as on the host's own network. */
  subnetMask: string
  router: string
  dnsServers: string[]
  /** Addresses. */
  ntpServers: string[]
  domainName: string
  /** The device's own. */
  hostName: string
}

/** A network as found at the first start: it gives the device the host's address and nothing else. */
export const PLAIN_DHCP: DhcpServer = {
  enabled: true,
  lease: {
    address: '',
    subnetMask: '',
    router: '',
    dnsServers: [],
    ntpServers: [],
    domainName: '',
    hostName: '',
  },
}

/** What surrounds a device that is started for the first time. */
export const PLAIN_WORLD: World = {
  temperature: 21,
  cable: true,
  dhcp: PLAIN_DHCP,
  peers: [],
  contacts: [],
}

/**
 * Makes calls fail on purpose, for tests of consoles and clients.
 * `call` is a call's id (`pwdgrp.add`), a family (`pwdgrp`) or `*`.
 */
export interface FaultSwitch {
  call: string
  /**
   * `slow`: answers after `value` ms; `drop`: closes the connection instead of answering;
   * `status`: answers with the status `value` and changes nothing; `cut`: does what is asked,
   * sends half of the answer and closes; `diskFull`: every durable write fails.
   */
  fault: 'slow' | 'drop' | 'status' | 'cut' | 'diskFull'
  value?: number | undefined
  /** How many calls it still hits; without, all. */
  times?: number | undefined
}

type WithoutPrefix<Id> = Id extends `happened.${infer Rest}` ? Rest : never

/** Names of events in the bench's log; the text of each is the message `happened.<id>`. */
export type HappeningId = WithoutPrefix<keyof typeof happened>

/** An event in the bench's log. */
export interface Happening {
  /** UTC milliseconds of the device's clock. */
  at: number
  id: HappeningId
  values: Record<string, string | number>
}

/** What stands on the door station's display. */
export interface DisplayContent {
  /** `asleep`: nobody was in front of it for a while. */
  state: 'starting' | 'on' | 'asleep' | 'off'
  title: string
  subtitle: string
  /** Local time of the device, HH:mm. */
  time: string
}

/** The keys of the keypad. */
export const KEYPAD_KEYS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#'] as const
export type KeypadKey = (typeof KEYPAD_KEYS)[number]

/** A clip that comes out of the loudspeaker. */
export interface Sound {
  /** As people call it. */
  name: string
  /** The file in which the board finds it (RIFF WAVE). */
  file: string
  /** Length of one playing. */
  seconds: number
  /** How often it is played in all; -1 for ever. */
  plays: number
  /** Percent of its own loudness. */
  volume: number
  /** UTC milliseconds of the device's clock. */
  since: number
}

export type ToDevice =
  | { type: 'plugged'; plugged: Plugged }
  | { type: 'world'; world: World }
  | { type: 'faults'; faults: FaultSwitch[] }
  | { type: 'persona'; persona: PersonaId }
  | {
      type: 'pressed'
      /** `display`: its glass is touched. */
      key: 'callButton' | 'display' | KeypadKey
    }
  | { type: 'advance'; ask: number; milliseconds: number }
  /** A hand set the battery clock, forward or back; nothing that was due in between happens. */
  | { type: 'clock'; ask: number; offset: number }
  /** Writes the whole state into a file; `restore` reads it back, in place and at once. */
  | { type: 'save'; ask: number; file: string }
  | { type: 'restore'; ask: number; file: string; clockOffset: number }
  /** A hand has measured the loudspeaker where it hangs, or has moved it so that this no longer holds. */
  | { type: 'speaker'; ask: number; calibrated: boolean }
  /** Firmware of old left its cipher suites in the list, or somebody cleared them away. */
  | { type: 'oldCiphers'; ask: number; left: boolean }
  /** What stands in the slots has changed. */
  | { type: 'firmware'; firmware: FirmwareSlots }
  /** The answer to an order: `error` says why it was not done. */
  | { type: 'ordered'; to: number; error?: 'storage' | 'internal' | undefined }
  | { type: 'stop' }

export type FromDevice =
  | { type: 'hello' }
  | { type: 'running'; http: string; https: string | undefined }
  /** Where https answers from now on; empty: it is closed. */
  | { type: 'https'; https: string }
  /** The device answers at another address from now on. */
  | { type: 'moved'; http: string; https: string | undefined }
  | { type: 'display'; display: DisplayContent }
  | { type: 'clock'; offset: number }
  | { type: 'happened'; happening: Happening }
  /** Shows itself to whoever looks for it, until further notice. */
  | { type: 'identify'; on: boolean }
  /** What sounds; null for silence. */
  | { type: 'sound'; sound: Sound | null }
  /** When the loudspeaker was calibrated (UTC, ISO 8601); empty: never. */
  | { type: 'speaker'; calibrated: string }
  /** Whether cipher suites of old stand in the list. */
  | { type: 'oldCiphers'; left: boolean }
  /** How all inputs and outputs stand. */
  | { type: 'terminals'; terminals: Terminal[] }
  | { type: 'faultUsed'; faults: FaultSwitch[] }
  | { type: 'order'; ask: number; order: FirmwareOrder }
  | { type: 'restart' }
  | { type: 'done'; ask: number; error?: string | undefined }
