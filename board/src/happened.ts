import type { Happening } from '@lintel/contract/wire'

/** What the board writes into the bench's log; the words are `happened.<id>` in its catalogue. */
export interface BoardHappenings {
  powerOn: undefined
  powerOff: undefined
  /** The device answers, so many milliseconds after its start. */
  running: { milliseconds: number }
  /** The device asked for a restart. */
  restart: undefined
  /** The device ended by itself: `how` is its exit code or signal. */
  crashed: { how: string }
  /** The device did not come up in time and was killed. */
  notAnswering: undefined
  /** The device does not come up; the next try is in so many seconds. */
  failed: { seconds: number }
  temperature: { degrees: number }
  cableIn: undefined
  cableOut: undefined
  /** Somebody set what the DHCP server gives, or that it answers. */
  dhcpSet: undefined
  dhcpOff: undefined
  /** So many other audio devices are on the network. */
  peers: { count: number }
  /** The contact at a port, counted from 1. */
  contactClosed: { port: number }
  contactOpen: { port: number }
  pressed: { key: string }
  clockAdvanced: { seconds: number }
  /** UTC, ISO 8601. */
  clockSet: { time: string }
  faults: { count: number }
  /** The firmware that the device plays from now on. */
  persona: { persona: string }
  snapshotSaved: { name: string }
  snapshotRestored: { name: string }
  /** The serial number counts from the next start on. */
  serialSet: { serial: string }
}

/** Entries that the log keeps. */
const KEPT = 200

/** The last things that happened, newest last. */
export interface HappeningLog {
  add(happening: Happening): void
  all(): Happening[]
}

export function createHappeningLog(): HappeningLog {
  let kept: Happening[] = []
  return {
    add(happening) {
      kept = [...kept.slice(1 - KEPT), happening]
    },
    all: () => kept,
  }
}
