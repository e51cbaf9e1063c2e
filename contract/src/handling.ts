/** What somebody does to a device with their hands: to its speaker, microphone, camera and housing. */

/**
 * The loudspeaker: as it was built in, covered, not connected, or another one in its place.
 */
export const SPEAKER_CONDITIONS = ['fitted', 'muffled', 'unplugged', 'swapped'] as const
export type SpeakerCondition = (typeof SPEAKER_CONDITIONS)[number]

/** What stays as it is until somebody changes it, also without power. */
export interface Handled {
  speaker: SpeakerCondition
  /** Whether the microphone is disabled in hardware. */
  microphoneDisabled: boolean
  cameraCovered: boolean
}

/** A device that nobody has touched. */
export const UNTOUCHED: Handled = {
  speaker: 'fitted',
  microphoneDisabled: false,
  cameraCovered: false,
}

/** The force of a knock, in percent of the strongest. */
export const FORCE = { min: 1, max: 100 } as const

/** Somebody knocks on the housing. */
export interface Knock {
  type: 'knock'
  /** `FORCE`. */
  force: number
}

/** The states of the speaker test. Source: console specification B §4 "Speaker"; device-calls.md #34. */
export const SPEAKER_TEST_STATUSES = [
  'OK',
  'Failed',
  'Calibrated',
  'Pending',
  'Uncalibrated',
  'DisabledInHardware',
  'InternalError',
] as const
export type SpeakerTestStatus = (typeof SPEAKER_TEST_STATUSES)[number]

/** The speaker test as the device reports it to the board. */
export interface SpeakerAtFront {
  /** When the loudspeaker was calibrated (UTC, ISO 8601); empty if it isn't. */
  calibrated: string
  /** Absent from older devices. */
  status?: SpeakerTestStatus | undefined
}
