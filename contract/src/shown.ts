/** What people see on the display of a door station and at its HDMI output. */

/** What the door station's display shows. */
export interface DisplayContent {
  /** `asleep`: nobody has been in front of it for a while. */
  state: 'starting' | 'on' | 'asleep' | 'off'
  /** Which of its screens; absent while it shows none, and from older devices. */
  screen?: 'home' | 'contacts' | 'keypad' | 'call' | 'access' | undefined
  title: string
  subtitle: string
  /** Local time of the device, HH:mm. */
  time: string
  /** The language of its texts, a BCP 47 tag; absent from older devices. */
  language?: string | undefined
  /** Identifies the welcome image, which is in place of title and subtitle. */
  image?: string | undefined
  /** What visitors look for; absent where they can't look for anything. */
  search?: { label: string; text: string } | undefined
  /** How many keys of a PIN or speed dial were entered, on it or on the keypad; absent for none. */
  keys?: number | undefined
  /** What can be touched, from the top; absent from older devices. */
  buttons?: DisplayButton[] | undefined
}

/** A button on the display. */
export interface DisplayButton {
  /** Identifies it in `touched`. */
  id: string
  /** For people; of any length. */
  label: string
  /**
   * `contact`, `callGroup`, `reception`: rings; `organisation`: shows its contacts; `contacts`,
   * `keypad`: opens that screen; `answer`, `end`: of a call; the others turn pages and lead back.
   */
  kind:
    | 'contact'
    | 'callGroup'
    | 'reception'
    | 'organisation'
    | 'contacts'
    | 'keypad'
    | 'answer'
    | 'end'
    | 'previous'
    | 'next'
    | 'back'
}

/** What the display shows of a call. */
export interface CallOnDisplay {
  /**
   * `ringing`: somebody is called, `incoming`: somebody calls the device, `connected`: somebody has
   * answered. In vain: `declined`, `unanswered`, or `unavailable` if nobody could be called, or `told`
   * if only the video management software was.
   */
  state: 'ringing' | 'incoming' | 'connected' | 'declined' | 'unanswered' | 'unavailable' | 'told'
  /** Whom, for people; may be empty. */
  name: string
}

export const STATUS_COLOURS = ['green', 'amber', 'red'] as const
export type StatusColour = (typeof STATUS_COLOURS)[number]

/** What the status light shows. */
export interface StatusLight {
  colour: StatusColour
  /** It flashes: milliseconds for which it is on, and dark, in turn. Null: it is on. */
  interval: number | null
}

/** What the HDMI output shows, and how. */
export interface HdmiOutput {
  source: 'camera' | 'display' | 'all'
  /** Clockwise. */
  degrees: 0 | 90 | 180 | 270
  mirrored: boolean
}
