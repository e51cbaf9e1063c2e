/**
 * The wires between the board and the device: messages over the IPC channel of the child process.
 * The board is the hardware and says what a hand or the world does; the device says what it shows
 * and asks for power. When the channel drops the device exits, as a device without power does.
 */

/** How the board tells the device what it is, before anything else. Hardware, so it survives every reset. */
export interface Plugged {
  product: string
  /** Twelve upper-case hexadecimal digits. */
  serial: string
  /** Address that the listeners bind to: the lease. */
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
  /** Folder of the built console. */
  consoleFolder: string
}

/** What surrounds the device. */
export interface World {
  /** Degrees Celsius. */
  temperature: number
  /** Whether the network cable is in. */
  cable: boolean
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

export type ToDevice =
  | { type: 'plugged'; plugged: Plugged }
  | { type: 'world'; world: World }
  | { type: 'faults'; faults: FaultSwitch[] }
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
  | { type: 'stop' }

export type FromDevice =
  | { type: 'hello' }
  | { type: 'running'; http: string; https: string | undefined }
  | { type: 'https'; https: string }
  | { type: 'display'; display: DisplayContent }
  | { type: 'clock'; offset: number }
  | { type: 'happened'; happening: Happening }
  | { type: 'faultUsed'; faults: FaultSwitch[] }
  | { type: 'restart' }
  | { type: 'done'; ask: number; error?: string | undefined }
