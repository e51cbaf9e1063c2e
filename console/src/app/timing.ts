/**
 * Every delay and interval of the console, in milliseconds, with its source. "Own" means that the
 * specifications leave it open.
 */

/** Time limit for loading a lazy chunk. A §7. */
export const CHUNK_TIMEOUT = 120_000

/**
 * How long an app that is opening waits for its first messages in another language than English.
 * Own.
 */
export const FIRST_MESSAGES = 3_000

/** Pause between a user write and refetching the list. A §4 Users, A §9. */
export const USER_SAVED_PAUSE = 500

/**
 * Delay of the first readiness check after a restart of a known type. A §4 Restart overlay, A §9.
 */
export const READY_FIRST = 30_000
/** Pause between readiness checks. A §4, A §9. */
export const READY_RETRY = 5_000
/** Time limit of a readiness check, here and on the device. A §9. */
export const READY_TIMEOUT = 20_000
/** Age of a restart flag after which the overlay may be closed. Own. */
export const RESTART_GIVE_UP = 15 * 60_000
/** A device that answers and has not restarted by then is not going to. Own. */
export const RESTART_NOT_BEGUN = 60_000
/** How long a device usually takes to shut down, and then to start: estimates for a bar. Own. */
export const SHUTDOWN_USUAL = 15_000
export const STARTING_USUAL = 45_000
/** How long a reset waits for the socket that will tell that the device goes down. Own. */
export const WATCH_WAIT = 1_000
/** From then on the overlay shows for how long it has been there. Own. */
export const ELAPSED_FROM = 10_000
/** A restart takes longer than usual from then on, without other firmware. Own. */
export const RESTART_LATE = 120_000
/** How long the overlay shows that the upgrade is done before the page reloads. Own. */
export const UPGRADED_SHOWN = 3_000
/**
 * Time for the device to come back after an upgrade or rollback before it counts as successful. A
 * §4, A §9.
 */
export const FIRMWARE_WAIT = 180_000
/** A device whose answer to an upgrade got lost has started it by then, or won't. Own. */
export const UPLOAD_SETTLES = 10_000
/** Update interval of elapsed and remaining times. Own. */
export const ELAPSED_STEP = 1_000
/** By how much the device's clock, as the console knows it, may be fast: half a slow round trip. Own. */
export const CLOCK_ERROR = 2_000

/** Pause between checks whether an unreachable device is back. Own. */
export const GONE_RETRY = 5_000
/** Time limit of that check. Own. */
export const GONE_TIMEOUT = 5_000

/** Shortest and longest delay before the event socket reconnects; doubled in between. Own. */
export const SOCKET_RETRY_FIRST = 1_000
export const SOCKET_RETRY_LONGEST = 30_000
/** How long the device has to acknowledge a subscription; other firmware may not do so. Own. */
export const SOCKET_ACKNOWLEDGED = 1_000
/** Values count as out of date when the event socket has been down for this long. Own. */
export const STALE_AFTER = 3_000

/** Pause after the last key before the search results change. A §2 Search, A §9. */
export const SEARCH_PAUSE = 300
/** Pause after which the page's address follows the filter of its list. Own. */
export const FILTER_PAUSE = 300
/** How long a page of a long list counts as fresh, unless an event says otherwise. Own. */
export const PAGE_FRESH = 60_000
/** How long to wait for a found field on its page, and how long it stays highlighted. Own. */
export const FIELD_WAIT = 10_000
export const FIELD_SHOWN = 4_000

/** Time limit of each request about the audio site at start-up. Own. */
export const SITE_TIMEOUT = 5_000

/** After a role was revoked: pause before a refused call reloads the page. Own. */
export const ROLE_RELOAD_PAUSE = 10_000

/** A changed time source has settled: the time is read again. A §2 wizard, A §4, A §9. */
export const TIME_SETTLES = 5_000

/** A device that changed its address is reachable at the new one. A §9 "IP re-read delay". */
export const ADDRESS_SETTLES = 3_000
/** Pause after the last key before the device tests a typed address. Own. */
export const ADDRESS_TYPED = 300

/** Saved certificates are in use: the current values are read again. A §4, A §9. */
export const CERTIFICATE_SETTLES = 8_000
/** Polling interval for settings that somebody else has on trial. Own. */
export const TRIAL_ENDS = 5_000

/** Interval at which the clock is read from the device again. Own. */
export const CLOCK_RESYNC = 60_000

/**
 * Live video: when its silence is reported, when the stream is reopened, and the pauses before.
 * Own.
 */
export const VIDEO_TIMINGS = {
  stalled: 3_000,
  giveUp: 10_000,
  retryFirst: 1_000,
  retryLongest: 15_000,
}

/** How long a port's state is shown after it was read. A §4 I/O ports, A §9. */
export const PORT_STATE_SHOWN = 5_000
/** Interval at which ports are read on firmware that doesn't announce their changes. Own. */
export const PORTS_POLL = 5_000
/** How long an output's button on the overview ignores a second press. Own. */
export const OUTPUT_PRESSED = 1_000

/** How long the content of a frame stays hidden after it has loaded. A §2 Events, A §9. */
export const FRAME_SHOWN_AFTER = 300
/** Interval between two measurements of a frame's content. A §2 Events, A §9. */
export const FRAME_MEASURE = 500
/** A frame that has not loaded by then is reported as slow. Own. */
export const FRAME_LATE = 15_000

/** A device takes long to collect a report. Own. */
export const REPORT_TIMEOUT = 180_000
/** Interval at which new lines of the log are read. Own. */
export const LOG_POLL = 1_000
/** Pause between announcements of new lines to screen readers. Own. */
export const LOG_ANNOUNCED = 5_000

/** Minimum time that the button of an identifying speaker stays busy. B §7. */
export const IDENTIFY_DURATION = 4_000

/** Interval at which a run of the speaker test is polled, and how often. B §4, B §9. */
export const SPEAKER_POLL = 2_000
export const SPEAKER_POLLS = 3
/** How long a stream of sound levels is read before it is fetched anew. B §7, B §9. */
export const LEVEL_RESTART = 20_000
/** Pause before a stream of sound levels that has ended by itself is fetched again. Own. */
export const LEVEL_AGAIN = 1_000

/** Interval at which a test call is polled while the device calls. B §4, B §9. */
export const CALL_POLL = 1_000

/** After a contact or call group was saved: pause before the lists are read again. B §4, B §9. */
export const PHONEBOOK_SETTLES = 1_000

/** Intervals at which the job of a disk is polled. B §9, OPEN-82. */
export const DISK_POLL = 200
/** When it unmounts or repairs. B §9. */
export const DISK_POLL_SLOW = 1_000
/** When it formats. B §9. */
export const FORMAT_POLL = 2_000
/** Pause before and after a disk is mounted, and after a step with a network share. B §9. */
export const DISK_SETTLES = 1_000
/** Pause between enabling encryption and formatting. B §4. */
export const ENCRYPTION_SETTLES = 1_000
/** Interval at which the check of a network share is polled, and its time limit. OPEN-82, OPEN-85. */
export const SHARE_POLL = 300
export const SHARE_CHECK_LIMIT = 30_000

/** Time limit of calls that ask the remote access server, 10 s for each of its answers. Own. */
export const PROBE_TIMEOUT = 60_000

/** Pause after an application was deleted, before the list is shown. B §4, B §9. */
export const APPLICATION_SETTLES = 5_000
/** Time limit for the vendor's licence kit to load, and to answer. Own. */
export const KIT_LIMIT = 15_000

/** Interval at which the figures of the device's health are read again. Own. */
export const HEALTH_POLL = 30_000

/** Interval at which the messages that wait for an MQTT broker are counted again. Own. */
export const MQTT_POLL = 5_000

/** Longest recording of a clip. B §9. */
export const RECORDING_LIMIT = 60_000
