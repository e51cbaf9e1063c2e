/** Every wait of these pages, in milliseconds. All are of our own. */

/** Pause between two questions for what changes by itself: what plays, who is on the network. */
export const LOOK_AGAIN = 2_000
/** The same while the device does not answer. */
export const LOOK_FOR_DEVICE = 5_000
/** The same for what people change here and elsewhere, such as certificates. */
export const LOOK_FOR_CHANGES = 10_000
/** How long such a question may take. */
export const LOOK_TIMEOUT = 8_000
/** A device may take so long over a key of 4096 bits. */
export const MAKING_A_KEY = 60_000
/** A device that shows itself does so for this long; its button stays busy. */
export const IDENTIFY_SHOWN = 5_000
/** The clock of a page moves on, and asks the device again. */
export const CLOCK_STEP = 1_000
export const CLOCK_RESYNC = 60_000
/** The volume has settled: what plays is played with it. */
export const VOLUME_SETTLES = 400

/** Live video: when its silence is said, when the stream is opened again, and the pauses before. */
export const VIDEO_WAITS = {
  stalled: 3_000,
  giveUp: 10_000,
  retryFirst: 1_000,
  retryLongest: 15_000,
}
