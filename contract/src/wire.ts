/**
 * The wires between the board and the device: messages over the child process's IPC channel. The
 * board is the hardware and reports what people and the surroundings do; the device reports what it
 * shows and asks for power. When the channel closes the device exits, as a device without power
 * would.
 */

import type happened from '@lintel/contract/messages/happened/en.json'
import type { SoundLevels } from './bench-sound.ts'
import type { ControllerAction, PresentedCard, ReaderAtFront } from './cards.ts'
import { PLAIN_DHCP } from './dhcp.ts'
import type { DhcpServer } from './dhcp.ts'
import type { MonitoredDoor } from './doors.ts'
import type { HeatState } from './events.ts'
import type { PersonaId } from './firmware.ts'
import { UNTOUCHED } from './handling.ts'
import type { Handled, Knock, SpeakerAtFront } from './handling.ts'
import type { DisplayContent, HdmiOutput, StatusLight } from './shown.ts'

/** Milliseconds between two messages in which the device says that its event loop turns. */
export const HEARTBEAT = 5_000

/**
 * The exit code of a device that can't read its stored state (EX_DATAERR of sysexits.h). It does not
 * start again before somebody restores a snapshot or factory values.
 */
export const STATE_LOST = 65

/**
 * Why the device starts: power came on, it requested the restart itself, or it ended unexpectedly.
 */
export type StartReason = 'power' | 'restart' | 'crash'

/**
 * The board's first message tells the device what it is. This is hardware, so it survives every
 * reset.
 */
export interface Plugged {
  product: string
  /** Twelve upper-case hexadecimal digits. */
  serial: string
  /** The host address that the device has; others only if the host has them too. */
  address: string
  ports: { http: number; https: number; sip: number; snmp: number; rtsp: number }
  /** The folder of the device's state. */
  dataFolder: string
  /** The folder of the SD cards' images (`World.sdCard`). */
  cardFolder: string
  /** The file to which the board writes the device's log; the previous one ends in `.1`. */
  logFile: string
  reason: StartReason
  /** Seconds of boot before the first answer. */
  bootSeconds: number
  /** Battery clock: milliseconds to add to the host's clock. */
  clockOffset: number
  world: World
  faults: FaultSwitch[]
  /** The firmware version to emulate. */
  persona: PersonaId
  /** The folder of the built console, and that of the pages outside it. */
  consoleFolder: string
  pagesFolder: string
  firmware: FirmwareSlots
  /** Public keys (PEM) whose owners may sign firmware images and licence keys. */
  trustedKeys: string[]
  /** Whether uploaded programs may run; older boards don't say so. */
  allowApps?: boolean | undefined
}

/** `A`: the checkout from which the board was started. `B`, `C`: installed images. */
export type SlotName = 'A' | 'B' | 'C'

/** The firmware in a slot. */
export interface SlotFirmware {
  slot: SlotName
  version: string
  buildDate: string
}

/**
 * What firmware starts with: `own`: the settings that it had; `copy`: it has none, so it gets a copy
 * of the present ones; `open`: its own, which have no password of root, so that whoever comes first
 * sets the device up.
 */
export const SLOT_SETTINGS = ['own', 'copy', 'open'] as const
export type SlotSettings = (typeof SLOT_SETTINGS)[number]

/** The contents of the board's firmware slots. */
export interface FirmwareSlots {
  running: SlotFirmware
  /** The firmware that a rollback starts. */
  inactive: SlotFirmware | null
  /** With which settings that would start; absent without one, and from older boards. */
  inactiveSettings?: SlotSettings | undefined
  /**
   * Whether it stays. If new firmware ends unexpectedly before that, the inactive one takes over.
   */
  committed: boolean
  /** UTC milliseconds of the device's clock when the running one was installed; null for the checkout. */
  upgradedAt: number | null
}

/** What the device requests of the firmware slots; it is on disk when the board answers. */
export type FirmwareOrder =
  /**
   * Run the image in this folder from the next start, with the current settings or with factory
   * values. The files are verified and on disk; the board moves the folder.
   */
  | { do: 'install'; folder: string; factoryDefault: boolean }
  /** Run the inactive firmware from the next start, with its `inactiveSettings`. */
  | { do: 'rollback' }
  /** Keep the running firmware for good. */
  | { do: 'commit' }
  /** Remove the inactive firmware. */
  | { do: 'purge' }
  /** Remove all settings, in every slot, at the next start. */
  | { do: 'factoryDefault' }

/** The device's surroundings. */
export interface World extends Handled {
  /** Degrees Celsius. */
  temperature: number
  /** The light in front of the camera, in lux; null: as it is at this time of day. */
  lux: number | null
  /** Whether the network cable is plugged in. */
  cable: boolean
  dhcp: DhcpServer
  /** Other audio devices on the network. */
  peers: AudioPeer[]
  /** The ports, from 1, whose circuit an external contact closes to ground. */
  contacts: number[]
  /** The SD card in the slot; its image is `<sdCard>.img` in the card folder. Null without a card. */
  sdCard: string | null
}

/** One terminal of the inputs and outputs, as the device drives or reads it. */
export interface Terminal {
  /** The number printed beside it, from 1: `root.IOPort.I0` is 1. */
  port: number
  /** The device's name for it; empty before the device has reported it. */
  name: string
  direction: 'input' | 'output'
  /** Whether the circuit is closed, by the device's output or by what is wired to its input. */
  closed: boolean
  /**
   * Whether the device has it active, which opens the door at an output: closed or open, as its normal
   * state is set.
   */
  active: boolean
  /** Whether it opens a door (`opensDoor`); older firmware doesn't say. */
  door?: boolean
}

/** What calls need before a device can make and take them. */
export interface CallReadiness {
  /** Whether SIP is enabled. */
  sip: boolean
  /** Whether incoming calls are allowed. */
  incoming: boolean
  /** Whether an account answers calls by itself. */
  autoAnswer: boolean
  /** Whether the call button has somebody to ring once SIP is enabled, or a VMS to tell. */
  button: boolean
}

/** The device's link to another audio device. */
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

/** The surroundings of a device that is started for the first time. */
export const PLAIN_WORLD: World = {
  temperature: 21,
  lux: null,
  cable: true,
  dhcp: PLAIN_DHCP,
  peers: [],
  contacts: [],
  sdCard: null,
  ...UNTOUCHED,
}

/**
 * Makes calls fail on purpose, for tests of consoles and clients. `call` is a call's id
 * (`pwdgrp.add`), a family (`pwdgrp`) or `*`.
 */
export interface FaultSwitch {
  call: string
  /**
   * `slow`: answers after `value` ms, or when the switches are replaced; `drop`: closes the
   * connection instead of answering; `status`: answers with the status `value` and changes nothing;
   * `cut`: carries out the call, sends half of the answer and closes; `diskFull`: every durable
   * write fails.
   */
  fault: 'slow' | 'drop' | 'status' | 'cut' | 'diskFull'
  value?: number | undefined
  /** How many more calls it applies to; unlimited if absent. */
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

/** The device's time zone, as it is in force now. */
export interface TimeZoneAtFront {
  /** For people: its name in the IANA database, or a POSIX zone without one. */
  name: string
  /** Milliseconds that its time is ahead of UTC. */
  offset: number
}

/** The keys of the keypad. */
export const KEYPAD_KEYS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#'] as const
export type KeypadKey = (typeof KEYPAD_KEYS)[number]

/** A clip that the loudspeaker plays. */
export interface Sound {
  /** The name that people gave it. */
  name: string
  /** Length of one playback. */
  seconds: number
  /** Playbacks in all; -1 for ever. */
  plays: number
  /** Percent of its recorded volume. */
  volume: number
  /** UTC milliseconds of the device's clock. */
  since: number
}

/** What is spoken into the microphone. */
export type MicrophoneInput =
  | { kind: 'silence' }
  /** `level` from 0 to 1. */
  | { kind: 'tone'; hertz: number; level: number }
  /** RIFF WAVE in base64, in an endless loop. */
  | { kind: 'file'; wave: string }
  /** What arrives by `spoken`. */
  | { kind: 'live' }

/** A call that is going on, as people in front of the device notice it. */
export interface CallAtFront {
  callId: string
  direction: 'outgoing' | 'incoming'
  /** `ringing`: comes in and is not answered yet; `calling`: the other side rings. */
  state: 'ringing' | 'calling' | 'active'
  /** The other side, `sip:…`. */
  remote: string
  /** Name of the account. */
  account: string
  /** Empty until it is answered. */
  codec: string
  encrypted: boolean
  /** UTC milliseconds of the device's clock: when it began, or was answered. */
  since: number
  /** Levels in dBFS of what the loudspeaker and the microphone carry; null for silence. */
  heard: number | null
  spoken: number | null
}

export type ToDevice =
  | { type: 'plugged'; plugged: Plugged }
  | { type: 'world'; world: World }
  | { type: 'faults'; faults: FaultSwitch[] }
  | { type: 'persona'; persona: PersonaId }
  | {
      type: 'pressed'
      /** `display`: somebody touches its glass. */
      key: 'callButton' | 'display' | KeypadKey
    }
  /** Somebody touches a button on the display. */
  | { type: 'touched'; button: string }
  /** Somebody looks for a contact on the display. */
  | { type: 'searched'; text: string }
  | Knock
  /** Does nothing: its answer says that the messages before it have arrived. */
  | { type: 'sync'; ask: number }
  /** Time passes: what was due in between happens. With `keepSessions`, nobody counts as idle. */
  | { type: 'advance'; ask: number; milliseconds: number; keepSessions?: boolean }
  /** Somebody set the battery clock, forward or back; nothing that was due in between happens. */
  | { type: 'clock'; ask: number; offset: number }
  /** Write the whole state into a file; `restore` reads it back, in place and at once. */
  | { type: 'save'; ask: number; file: string }
  | { type: 'restore'; ask: number; file: string; clockOffset: number; keepSessions?: boolean }
  /**
   * Somebody calibrated the loudspeaker where it hangs, or moved it so that this no longer holds.
   */
  | { type: 'speaker'; ask: number; calibrated: boolean }
  /** Somebody at the device answers a call, or ends one. */
  | { type: 'answerCall'; ask: number; callId: string }
  | { type: 'endCall'; ask: number; callId: string }
  /** What is spoken into the microphone from now on; silence after a start. */
  | { type: 'microphone'; ask: number; microphone: MicrophoneInput }
  /** What is spoken live: 16-bit PCM of `LIVE_RATE`, little-endian, in base64. */
  | { type: 'spoken'; pcm: string }
  /** What the board wants to know of the sound from now on; nothing after a start. */
  | { type: 'monitor'; levels: boolean; samples: boolean }
  /** Whether somebody looks at the HDMI output from now on; nobody does after a start. */
  | { type: 'watchHdmi'; on: boolean }
  /** Send the welcome image of the display (`welcomeImage`). */
  | { type: 'sendWelcomeImage'; ask: number }
  /** Put legacy cipher suites into the list, or remove them. */
  | { type: 'oldCiphers'; ask: number; left: boolean }
  /** Somebody holds a card in front of a reader, the first one unless it is given (from 1). */
  | { type: 'card'; ask: number; card: PresentedCard; reader?: number | undefined }
  /** Somebody types a PIN at a reader (from 1), and ends it with `#`. */
  | { type: 'pin'; ask: number; keys: string; reader: number }
  /** Make a call of the device's own API, as an administrator does: the story of the bench. */
  | { type: 'call'; ask: number; call: string; request: unknown }
  /** The controller of the reader does something. */
  | { type: 'controller'; ask: number; action: ControllerAction }
  /** The contents of the slots have changed. */
  | { type: 'firmware'; firmware: FirmwareSlots }
  /** The answer to a request: `error` says why it was not carried out. */
  | { type: 'ordered'; to: number; error?: 'storage' | 'internal' | undefined }
  | { type: 'stop' }

export type FromDevice =
  | { type: 'hello' }
  /** Sent every `HEARTBEAT`, by the host's time: the device's event loop turns. */
  | { type: 'heartbeat' }
  | { type: 'running'; http: string; https: string | undefined }
  /** The https address from now on; empty when it is closed. */
  | { type: 'https'; https: string }
  /** The device answers at another address from now on. */
  | { type: 'moved'; http: string; https: string | undefined }
  | { type: 'display'; display: DisplayContent }
  /** The welcome image in base64; null if there is none. */
  | { type: 'welcomeImage'; image: { hash: string; contentType: string; bytes: string } | null }
  | { type: 'hdmi'; output: HdmiOutput }
  /** A picture of the camera (JPEG, base64) on the HDMI output; only while somebody looks. */
  | { type: 'hdmiPicture'; jpeg: string }
  | { type: 'clock'; offset: number }
  | { type: 'timeZone'; zone: TimeZoneAtFront }
  | { type: 'callReadiness'; readiness: CallReadiness }
  | { type: 'heat'; state: HeatState }
  /** Those of a door controller, in the order in which it counts them. */
  | { type: 'doors'; doors: MonitoredDoor[] }
  | { type: 'happened'; happening: Happening }
  /** It has left the audio site of the simulated audio devices. */
  | { type: 'leftSite' }
  /** It identifies itself by light or sound until further notice. */
  | { type: 'identify'; on: boolean }
  /** Whether the call button is lit while nobody calls; it is until the device says otherwise. */
  | { type: 'callButtonLight'; idle: boolean }
  /** The status light from now on; it is dark until the device says otherwise. */
  | { type: 'statusLight'; light: StatusLight }
  /** What is playing; null for silence. */
  | { type: 'sound'; sound: Sound | null }
  /** The meters, five times a second; only while wanted. */
  | { type: 'levels'; levels: SoundLevels }
  /** What the loudspeaker plays: 16-bit PCM of `SOUND_RATE`, little-endian, in base64. */
  | { type: 'samples'; pcm: string }
  | ({ type: 'speaker' } & SpeakerAtFront)
  /** Whether the list has legacy cipher suites. */
  | { type: 'oldCiphers'; left: boolean }
  /** Whether root has a password: without one the device is open to whoever sets it up. */
  | { type: 'setUp'; done: boolean }
  /** The calls that are going on; sent with every change, and with new levels. */
  | { type: 'calls'; calls: CallAtFront[]; microphone: MicrophoneInput['kind'] }
  /** The reader's light and beeper, and what is on its wire. */
  | { type: 'reader'; reader: ReaderAtFront }
  /** The state of all inputs and outputs. */
  | { type: 'terminals'; terminals: Terminal[] }
  | { type: 'faultUsed'; faults: FaultSwitch[] }
  | { type: 'order'; ask: number; order: FirmwareOrder }
  | { type: 'restart' }
  | { type: 'done'; ask: number; error?: string | undefined }
