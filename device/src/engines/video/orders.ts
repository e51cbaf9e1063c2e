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

/** How the camera is set. */
export interface Look {
  /** Percent; at 50 the picture is as it comes. */
  brightness: number
  contrast: number
  /** Of the colours; 0 leaves none. */
  saturation: number
  upsideDown: boolean
  mirrored: boolean
}

/** The picture as it comes. */
export const PLAIN_LOOK: Look = {
  brightness: 50,
  contrast: 50,
  saturation: 50,
  upsideDown: false,
  mirrored: false,
}

export type ToWorker =
  | { type: 'caption'; caption: Caption }
  | { type: 'look'; look: Look }
  /** Starts an encoding or changes its rate. */
  | { type: 'encode'; encoding: Encoding }
  | { type: 'end'; key: string }

export interface FromWorker {
  key: string
  jpeg: Uint8Array
}
