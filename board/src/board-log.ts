import type { Happening } from '@lintel/contract/wire'
import type { DeviceLog } from './device-log.ts'
import { createHappeningLog } from './happened.ts'
import type { BoardHappenings } from './happened.ts'
import type { PowerEvent } from './power.ts'
import { entryOf } from './power-log.ts'
import type { SlotEvent } from './slots/slots.ts'

/** Adds an entry to the bench's log, with the values that its id requires. */
export type BoardHappened = <Id extends keyof BoardHappenings>(
  id: Id,
  ...[values]: BoardHappenings[Id] extends undefined ? [] : [BoardHappenings[Id]]
) => void

/** Writes the bench's log; all but what people do on the bench also goes into the device's log. */
export interface BoardLog {
  happened: BoardHappened
  power(event: PowerEvent): void
  slot(event: SlotEvent): void
  /** The hardware's state could not be stored. */
  notStored(cause: unknown): void
  /** Adds an entry that the device sent. */
  add(happening: Happening): void
  /** The bench's log, newest entry last. */
  all(): Happening[]
}

/**
 * @param parts.now UTC milliseconds of the device's clock
 * @param parts.changed called after every new entry
 */
export function createBoardLog(parts: {
  now: () => number
  log: Pick<DeviceLog, 'note'>
  changed: () => void
}): BoardLog {
  const { now, log, changed } = parts
  const entries = createHappeningLog()

  function add(happening: Happening): void {
    entries.add(happening)
    changed()
  }

  return {
    happened(id, ...[values]) {
      add({ at: now(), id, values: { ...values } })
    },
    power(event) {
      const { level, message, facts, id, values } = entryOf(event)
      log.note(now(), level, message, facts)
      add({ at: now(), id, values })
    },
    slot({ type, ...values }) {
      log.note(now(), 'info', `slots: ${type}`, values)
      add({ at: now(), id: `slots.${type}`, values })
    },
    notStored(cause) {
      log.note(now(), 'error', 'could not store the state of the hardware', {
        err: String(cause),
      })
      const { code = '?' } = cause as NodeJS.ErrnoException
      add({ at: now(), id: 'notStored', values: { code } })
    },
    add,
    all: () => entries.all(),
  }
}
