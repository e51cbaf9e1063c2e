/**
 * Every wait of the console, in milliseconds, with where it comes from.
 * "Own" means that the specifications leave it open.
 */

/** A lazy-loaded chunk gives up after this. A §7. */
export const CHUNK_TIMEOUT = 120_000

/** Pause between a user write and the re-read of the list. A §4 Users, A §9. */
export const USER_SAVED_PAUSE = 500

/** First readiness question after a restart of a known type. A §4 Restart overlay, A §9. */
export const READY_FIRST = 30_000
/** Pause before the next readiness question. A §4, A §9. */
export const READY_RETRY = 5_000
/** How long one readiness question may take, here and on the device. A §9. */
export const READY_TIMEOUT = 20_000
/** A restart flag of this age lets the overlay be closed. Own. */
export const RESTART_GIVE_UP = 15 * 60_000
/** A device that answers and has not restarted by then is not going to. Own. */
export const RESTART_NOT_BEGUN = 60_000
/** How long the overlay says that the upgrade is done before the page reloads. Own. */
export const UPGRADED_SHOWN = 3_000
/** Step of the elapsed time. Own. */
export const ELAPSED_STEP = 1_000

/** Pause between two questions whether a device that was gone is back. Own. */
export const GONE_RETRY = 5_000
/** How long the question whether the device is there may take. Own. */
export const GONE_TIMEOUT = 5_000

/** First and longest pause before the event socket is opened again; doubled in between. Own. */
export const SOCKET_RETRY_FIRST = 1_000
export const SOCKET_RETRY_LONGEST = 30_000
/** Values count as out of date when the event socket is down for this long. Own. */
export const STALE_AFTER = 3_000

/** After a role was taken away: pause before a refused call loads the page again. Own. */
export const ROLE_RELOAD_PAUSE = 10_000

/** A changed time source has settled: the time is read again. A §2 wizard, A §4, A §9. */
export const TIME_SETTLES = 5_000

/** The clock asks the device again. Own. */
export const CLOCK_RESYNC = 60_000

/** Live video: no picture for this long is said. Own. */
export const VIDEO_STALLED = 3_000
/** Live video: no picture for this long, and the stream is opened again. Own. */
export const VIDEO_GIVE_UP = 10_000
/** Live video: first and longest pause before the stream is opened again; doubled in between. Own. */
export const VIDEO_RETRY_FIRST = 1_000
export const VIDEO_RETRY_LONGEST = 15_000
