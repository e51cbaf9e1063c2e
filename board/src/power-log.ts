import type { BoardHappenings } from './happened.ts'
import type { PowerEvent } from './power.ts'

/** A power event, for the device's log and the bench's. */
interface PowerEntry {
  level: 'info' | 'error'
  message: string
  facts: object
  id: keyof BoardHappenings
  values: Record<string, string | number>
}

type EntryText = Pick<PowerEntry, 'level' | 'message' | 'id'>

const TEXTS: Record<PowerEvent['type'], EntryText> = {
  on: { level: 'info', message: 'power on', id: 'powerOn' },
  off: { level: 'info', message: 'power off', id: 'powerOff' },
  running: { level: 'info', message: 'the device runs', id: 'running' },
  restart: { level: 'info', message: 'the device restarts', id: 'restart' },
  bitten: {
    level: 'error',
    message: 'the watchdog killed the device: it did not start in time',
    id: 'notAnswering',
  },
  silent: {
    level: 'error',
    message: 'the watchdog killed the device: its heartbeats stopped',
    id: 'silent',
  },
  unproved: {
    level: 'error',
    message: 'the board killed the device: its new firmware does not answer',
    id: 'unproved',
  },
  crashed: { level: 'error', message: 'the device crashed', id: 'crashed' },
  failed: { level: 'error', message: 'the device does not start', id: 'failed' },
  lost: {
    level: 'error',
    message: "the device can't read its settings: restore a snapshot, or factory values",
    id: 'stateLost',
  },
}

/** The log entry of an event. */
export function entryOf(event: PowerEvent): PowerEntry {
  const entry = { ...TEXTS[event.type], facts: {}, values: {} }
  if (event.type === 'running') return { ...entry, values: { milliseconds: event.milliseconds } }
  if (event.type === 'failed') return { ...entry, values: { seconds: event.pauseMs / 1000 } }
  if (event.type !== 'crashed') return entry
  const { code, signal } = event.ending
  return { ...entry, facts: event.ending, values: { how: String(signal ?? code ?? '?') } }
}
