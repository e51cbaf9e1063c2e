import { createStore } from '../store.ts'
import type { Store } from '../store.ts'
import { FIRMWARE_WAIT, READY_RETRY, UPLOAD_SETTLES } from '../timing.ts'
import { CHANGE_KEY, judge, parseChange } from './change.ts'
import type { FirmwareChange, Running } from './change.ts'

/** What came of a change of firmware, and the version that runs since. */
export type Ended =
  | { phase: 'successful'; change: FirmwareChange; version: string }
  | { phase: 'failed'; change: FirmwareChange; version: string; why: 'fellBack' | 'notRestarted' }

/** How far a change of firmware is. */
export type Watched = { phase: 'waiting'; change: FirmwareChange } | Ended

export interface WatchOptions {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  now: () => number
  /** Rejects when the device does not tell. */
  ask: () => Promise<Running>
  /** Loads the page again, as other firmware brings other pages. */
  reload: () => void
}

export interface FirmwareWatch {
  state: Store<Watched | undefined>
  /** Keeps a change that begins; the device is asked when somebody follows it. */
  begin: (change: FirmwareChange) => void
  /** Asks the device, until it is known what came of the kept change. */
  follow: () => void
  /** Stops asking; the change stays kept. */
  pause: () => void
  /** Forgets the change, or the result that was read. */
  dismiss: () => void
}

/**
 * The state machine of an upgrade or a rollback after its call: 180 s of waiting, then success (A §4),
 * and that only when other firmware really runs. That it went back to what ran before is a failure
 * as soon as it is known; within the wait a new firmware may still be given up by the device.
 */
export function createFirmwareWatch({ storage, now, ask, reload }: WatchOptions): FirmwareWatch {
  const state = createStore<Watched | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Another one for each time that it is followed, so that an answer to an earlier one does not count. */
  let following: symbol | undefined

  function pause() {
    following = undefined
    clearTimeout(timer)
  }

  function keep(change: FirmwareChange) {
    storage.setItem(CHANGE_KEY, JSON.stringify(change))
    state.set({ phase: 'waiting', change })
  }

  function end(result: Ended) {
    pause()
    storage.removeItem(CHANGE_KEY)
    state.set(result)
  }

  async function look(change: FirmwareChange, mine: symbol) {
    const running = await ask().catch(() => undefined)
    if (following !== mine) return
    const age = now() - change.at
    const left = FIRMWARE_WAIT - age
    const verdict = running && judge(change, running)
    if (verdict === 'changed' && !change.answered) {
      keep({ ...change, answered: true })
      pause()
      reload()
      return
    }
    if (running && verdict === 'changed' && left <= 0) {
      end({ phase: 'successful', change, version: running.version })
      return
    }
    const overdue = left <= 0 || (!change.answered && age >= UPLOAD_SETTLES)
    if (running && (verdict === 'fellBack' || (verdict !== 'changed' && overdue))) {
      const why = verdict === 'sameBoot' ? 'notRestarted' : 'fellBack'
      end({ phase: 'failed', change, version: running.version, why })
      return
    }
    const pauseFor = verdict === 'changed' ? left : READY_RETRY
    timer = setTimeout(() => void look(change, mine), pauseFor)
  }

  return {
    state,
    begin: keep,
    follow() {
      const change = parseChange(storage.getItem(CHANGE_KEY), now())
      if (!change) return
      pause()
      state.set({ phase: 'waiting', change })
      following = Symbol('following')
      void look(change, following)
    },
    pause,
    dismiss() {
      pause()
      storage.removeItem(CHANGE_KEY)
      state.set(undefined)
    },
  }
}
