/** What the device and its video worker say to each other. */

/** Pictures of one size and quality, for everybody who wants these. */
export interface Encoding {
  /** Names it in every message. */
  key: string
  width: number
  height: number
  /** JPEG quality, 1 to 100. */
  quality: number
  /** Pictures a second. */
  fps: number
}

/** What is written into the pictures. */
export interface Caption {
  /** Milliseconds that the device's local time is ahead of the host's UTC. */
  ahead: number
  name: string
}

export type ToWorker =
  | { type: 'caption'; caption: Caption }
  /** Starts an encoding or changes its rate. */
  | { type: 'encode'; encoding: Encoding }
  | { type: 'end'; key: string }

export interface FromWorker {
  key: string
  jpeg: Uint8Array
}
