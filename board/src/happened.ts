import type { StoryStepId } from '@lintel/contract/bench-story'
import type { Happening } from '@lintel/contract/wire'

/**
 * The events of the bench's log that the board writes; their texts are `happened.<id>` in its
 * catalogue.
 */
export interface BoardHappenings extends StoryHappenings {
  powerOn: undefined
  powerOff: undefined
  /** The device answers, this many milliseconds after its start. */
  running: { milliseconds: number }
  /** The device requested a restart. */
  restart: undefined
  /** The device ended unexpectedly: `how` is its exit code or signal. */
  crashed: { how: string }
  /** The device did not start in time and was killed. */
  notAnswering: undefined
  /** The device stopped responding and was killed. */
  silent: undefined
  /** New firmware did not answer and was killed. */
  unproved: undefined
  /** The hardware's state could not be written: the error's code. */
  notStored: { code: string }
  /** The device does not start; the next attempt is in this many seconds. */
  failed: { seconds: number }
  /** The device can't read its stored state, and does not start before that is replaced. */
  stateLost: undefined
  temperature: { degrees: number }
  light: { lux: number }
  /** The light follows the time of day. */
  lightOfDay: undefined
  cableIn: undefined
  cableOut: undefined
  /** The DHCP server's offer was changed, or whether it answers. */
  dhcpSet: undefined
  dhcpOff: undefined
  /** The number of other audio devices on the network. */
  peers: { count: number }
  /** The contact at a port, from 1. */
  contactClosed: { port: number }
  contactOpen: { port: number }
  /** `removed` or what is on the new card (`SD_CARD_KINDS`). */
  'sdCard.inserted': { card: string }
  'sdCard.removed': undefined
  /** A `SpeakerCondition`. */
  'handled.speaker': { speaker: string }
  'handled.microphoneOff': undefined
  'handled.microphoneOn': undefined
  'handled.covered': undefined
  'handled.uncovered': undefined
  /** In percent of the strongest. */
  'handled.knock': { force: number }
  pressed: { key: string }
  /** A button on the display. */
  touched: { label: string }
  clockAdvanced: { seconds: number }
  /** UTC, ISO 8601. */
  clockSet: { time: string }
  faults: { count: number }
  /** The firmware that the device emulates from now on. */
  persona: { persona: string }
  snapshotSaved: { name: string }
  snapshotRestored: { name: string }
  /** The device took no call in the story. */
  'story.noCall': undefined
  /** It has answered a call by itself that nobody was to answer. */
  'story.selfAnswered': undefined
  /** A step of the story could not be done. */
  'story.failed': undefined
  'story.over': undefined
  /** The serial number applies from the next start on. */
  serialSet: { serial: string }
}

/** The steps of the story. */
export type StoryHappenings = Record<`story.${StoryStepId}`, undefined>

/** Entries that the log keeps. */
const KEPT = 200

/** Of these at most so many about viewers, who come and go all day, so that they displace nothing. */
const KEPT_OF_VIEWERS = 10

/** Milliseconds by which the clocks can differ. An entry that is earlier by more is of a clock that was set back. */
const LATE = 1_000

/** The latest events, newest last. */
export interface HappeningLog {
  add(happening: Happening): void
  all(): Happening[]
}

const isOfViewer = ({ id }: Happening): boolean => id.startsWith('viewer.')

/**
 * The entry with a time that is not before the last one's: entries come in the order in which things
 * happen, but the clocks of the board and the device differ by some milliseconds.
 */
function inTurn(happening: Happening, last: Happening | undefined): Happening {
  const isLate = last !== undefined && happening.at < last.at && last.at - happening.at <= LATE
  return isLate ? { ...happening, at: last.at } : happening
}

/** The entries without the oldest one that is too many. */
function withoutSurplus(entries: Happening[]): Happening[] {
  const tooMany = entries.filter((one) => isOfViewer(one)).length > KEPT_OF_VIEWERS
  if (tooMany)
    return entries.toSpliced(
      entries.findIndex((one) => isOfViewer(one)),
      1,
    )
  return entries.slice(-KEPT)
}

export function createHappeningLog(): HappeningLog {
  let kept: Happening[] = []
  return {
    add(happening) {
      kept = withoutSurplus([...kept, inTurn(happening, kept.at(-1))])
    },
    all: () => kept,
  }
}
