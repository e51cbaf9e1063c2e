/** Every delay of these pages in milliseconds. None comes from the specifications. */

/** Polling interval for what changes by itself: playback and devices on the network. */
export const LOOK_AGAIN = 2_000
/** The same while the device does not respond. */
export const LOOK_FOR_DEVICE = 5_000
/** The same for what people change here and elsewhere, such as certificates. */
export const LOOK_FOR_CHANGES = 10_000
/** Timeout of such a request. */
export const LOOK_TIMEOUT = 8_000
/** Timeout of key generation: a device may take this long for 4096 bits. */
export const MAKING_A_KEY = 60_000
/** How long a device identifies itself; its button stays busy. */
export const IDENTIFY_SHOWN = 5_000
/** Intervals at which the page's clock ticks, and reads the device's time again. */
export const CLOCK_STEP = 1_000
export const CLOCK_RESYNC = 60_000
/** How long the volume must be unchanged before it is applied to what plays. */
export const VOLUME_SETTLES = 400

/** Live video: when a stall is reported, when the stream is opened again, and the pauses before. */
export const VIDEO_WAITS = {
  stalled: 3_000,
  giveUp: 10_000,
  retryFirst: 1_000,
  retryLongest: 15_000,
}
