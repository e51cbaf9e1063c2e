/**
 * Every wait of the console, in milliseconds, with where it comes from.
 * "Own" means that the specifications leave it open.
 */

/** A lazy-loaded chunk gives up after this. A §7. */
export const CHUNK_TIMEOUT = 120_000

/** How long an app that opens waits for its first words in another language than English. Own. */
export const FIRST_WORDS = 3_000

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
/** After an upgrade or a rollback the device gets so long before it counts as successful. A §4, A §9. */
export const FIRMWARE_WAIT = 180_000
/** A device that would have begun an upgrade whose answer got lost has done so by then. Own. */
export const UPLOAD_SETTLES = 10_000
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

/** No result of the search changes before this after the last key. A §2 Search, A §9. */
export const SEARCH_PAUSE = 300
/** The address of a page follows what is typed into the filter of its list after this. Own. */
export const FILTER_PAUSE = 300
/** A page of a long list counts as up to date for so long, unless an event tells otherwise. Own. */
export const PAGE_FRESH = 60_000
/** A field that was found is waited for on its page this long, and stays marked for that long. Own. */
export const FIELD_WAIT = 10_000
export const FIELD_SHOWN = 4_000

/** The start-up waits this long for each question about the audio site. Own. */
export const SITE_TIMEOUT = 5_000

/** After a role was taken away: pause before a refused call loads the page again. Own. */
export const ROLE_RELOAD_PAUSE = 10_000

/** A changed time source has settled: the time is read again. A §2 wizard, A §4, A §9. */
export const TIME_SETTLES = 5_000

/** A device that changed its address is at the new one. A §9 "IP re-read delay". */
export const ADDRESS_SETTLES = 3_000
/** The device is asked about an address that somebody types this long after the last key. Own. */
export const ADDRESS_TYPED = 300

/** What was saved of certificates counts: the current values are read again. A §4, A §9. */
export const CERTIFICATE_SETTLES = 8_000
/** Pause between two questions what became of settings that somebody else tries. Own. */
export const TRIAL_ENDS = 5_000

/** The clock asks the device again. Own. */
export const CLOCK_RESYNC = 60_000

/** Live video: when its silence is said, when the stream is opened again, and the pauses before. Own. */
export const VIDEO_WAITS = {
  stalled: 3_000,
  giveUp: 10_000,
  retryFirst: 1_000,
  retryLongest: 15_000,
}

/** How a port stands is shown for this long after it was read. A §4 I/O ports, A §9. */
export const PORT_STATE_SHOWN = 5_000
/** A button beside the live picture takes no second press before this. Own. */
export const OUTPUT_PRESSED = 1_000

/** What a frame shows stays hidden for this long after it has loaded. A §2 Events, A §9. */
export const FRAME_SHOWN_AFTER = 300
/** Pause between two measurements of what a frame shows. A §2 Events, A §9. */
export const FRAME_MEASURE = 500
/** A frame that has not loaded by then is said to take long. Own. */
export const FRAME_LATE = 15_000

/** A report takes a device long to collect. Own. */
export const REPORT_TIMEOUT = 180_000

/** A speaker that shows itself keeps its button busy for at least this long. B §7. */
export const IDENTIFY_SHOWN = 4_000
