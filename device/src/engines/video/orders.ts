/** Messages between the device and its video worker. */

/** Pictures of one size and quality, shared by viewers. */
export interface Encoding {
  /** Identifies the encoding in every message. */
  key: string
  width: number
  height: number
  /** JPEG quality, 1 to 100. */
  quality: number
  /** Frames per second. */
  fps: number
  /** Picture settings instead of the stored ones. */
  preview?: PictureSettings
  /** Whether the pictures have the standard Huffman tables. */
  standardTables?: boolean
}

/** The text overlay. */
export interface Caption {
  /** Milliseconds that the device's local time is ahead of the host's UTC. */
  ahead: number
  /** Empty for none. */
  name: string
  overlay: Overlay
}

/** What the text overlay has besides a text, and where it is. */
export interface Overlay {
  date: boolean
  clock: boolean
  bottom: boolean
}

/** That of the factory. */
export const DEFAULT_OVERLAY: Overlay = { date: true, clock: true, bottom: false }

/** Picture settings of the camera. */
export interface PictureSettings {
  /** Percent; 50 leaves the picture unchanged. */
  brightness: number
  contrast: number
  /** Saturation; 0 is grey. */
  saturation: number
  upsideDown: boolean
  mirrored: boolean
}

/** Settings that leave the picture unchanged. */
export const DEFAULT_SETTINGS: PictureSettings = {
  brightness: 50,
  contrast: 50,
  saturation: 50,
  upsideDown: false,
  mirrored: false,
}

/** What is in front of the lens. */
export interface Lens {
  /** Whether something covers it. */
  covered: boolean
  /** The light there, in lux; null: that of the time of day. */
  lux: number | null
}

/** Nothing covers the lens, and the light is that of the time of day. */
export const FREE_LENS: Lens = { covered: false, lux: null }

export type ToWorker =
  | { type: 'caption'; caption: Caption }
  | { type: 'settings'; settings: PictureSettings }
  /** What is in front of the lens. */
  | { type: 'lens'; lens: Lens }
  /** Asks how much of the picture is dark. */
  | { type: 'look'; ask: number }
  /** Starts an encoding or changes its rate. */
  | { type: 'encode'; encoding: Encoding }
  | { type: 'end'; key: string }

/** `dark`: the share of the picture that is dark, 0 to 1. */
export type FromWorker = { key: string; jpeg: Uint8Array } | { ask: number; dark: number }
