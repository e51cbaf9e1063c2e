/** Every delay of these pages in milliseconds. None comes from the specifications. */

/** Polling interval for what changes by itself: playback and devices on the network. */
export const POLL_INTERVAL = 2_000
/** The same while the device does not respond. */
export const RECONNECT_INTERVAL = 5_000
/** The same for what people change here and elsewhere, such as certificates. */
export const CHANGES_INTERVAL = 10_000
/** Timeout of such a request. */
export const POLL_TIMEOUT = 8_000
/** Timeout of key generation: a device may take this long for 4096 bits. */
export const KEY_GENERATION_TIMEOUT = 60_000
/** Timeout of adding a speaker: the device itself waits up to 10 s for it. */
export const ADD_TIMEOUT = 15_000
/** Timeout of a test of a recipient: the device itself waits up to 15 s for the other side. */
export const TEST_TIMEOUT = 20_000
/** How long the end of an action that a person tries is awaited: a delivery may take 30 s. */
export const TRY_TIMEOUT = 45_000
/** How long typing in a filter must pause before the device is asked. */
export const FILTER_PAUSE = 250
/** How long a device identifies itself; its button stays busy. */
export const IDENTIFY_DURATION = 5_000
/** Intervals at which the page's clock ticks, and reads the device's time again. */
export const CLOCK_TICK = 1_000
export const CLOCK_RESYNC = 60_000
/** How long the volume must be unchanged before it is applied to what plays. */
export const VOLUME_DEBOUNCE = 400

/** How long picture settings must be unchanged before they are previewed. */
export const PREVIEW_DEBOUNCE = 150

/** Live video: when a stall is reported, when the stream is opened again, and the pauses before. */
export const VIDEO_TIMINGS = {
  stalled: 3_000,
  giveUp: 10_000,
  retryFirst: 1_000,
  retryLongest: 15_000,
}
