/**
 * The wires between the board and the device: messages over the IPC channel of the child process.
 * The board is the hardware and says what a hand or the world does; the device says what it shows
 * and asks for power. When the channel drops the device exits, as a device without power does.
 */

import type { PersonaId } from './firmware.ts'

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
}

/** What surrounds the device. */
export interface World {
  /** Degrees Celsius. */
  temperature: number
  /** Whether the network cable is in. */
  cable: boolean
  dhcp: DhcpServer
  /** Other audio devices on the network. */
  peers: AudioPeer[]
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

/** What the DHCP server gives a device that asks (RFC 2132 §3.3, §3.5, §3.8, §3.17, §8.3). Empty: not told. */
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
  },
}

/** What surrounds a device that is started for the first time. */
export const PLAIN_WORLD: World = { temperature: 21, cable: true, dhcp: PLAIN_DHCP, peers: [] }

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

/** Something that happened, for the bench's log. The words come from the bench's catalogue. */
export interface Happening {
  /** UTC milliseconds of the device's clock. */
  at: number
  /** Message id in the bench's catalogue, `happened.<id>`. */
  id: string
  values: Record<string, string | number>
}

/** What stands on the door station's display. */
export interface DisplayContent {
  state: 'starting' | 'on' | 'off'
  title: string
  subtitle: string
  /** Local time of the device, HH:mm. */
  time: string
}

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
      key: 'callButton' | '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '*' | '#'
    }
  | { type: 'advance'; ask: number; milliseconds: number }
  /** A hand set the battery clock, forward or back; nothing that was due in between happens. */
  | { type: 'clock'; ask: number; offset: number }
  /** Writes the whole state into a file; `restore` reads it back, in place and at once. */
  | { type: 'save'; ask: number; file: string }
  | { type: 'restore'; ask: number; file: string; clockOffset: number }
  /** A hand has measured the loudspeaker where it hangs, or has moved it so that this no longer holds. */
  | { type: 'speaker'; ask: number; calibrated: boolean }
  | { type: 'stop' }

export type FromDevice =
  | { type: 'hello' }
  | { type: 'running'; http: string; https: string | undefined }
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
  | { type: 'faultUsed'; faults: FaultSwitch[] }
  | { type: 'restart' }
  | { type: 'done'; ask: number; error?: string | undefined }
