import { createStore } from '@lintel/ui/store'
import type { Store } from '@lintel/ui/store'
import { FIRMWARE_WAIT, READY_RETRY, UPLOAD_SETTLES } from '../timing.ts'
import { CHANGE_KEY, judge, parseChange } from './change.ts'
import type { FirmwareChange, RunningNow } from './change.ts'

/** The outcome of a firmware change, and the version that runs now. */
export type Ended =
  | { phase: 'successful'; change: FirmwareChange; version: string }
  | { phase: 'failed'; change: FirmwareChange; version: string; why: 'fellBack' | 'notRestarted' }

/** The progress of a firmware change. */
export type Watched =
  /** `now` once other firmware runs. */
  { phase: 'waiting'; change: FirmwareChange; now?: RunningNow } | Ended

export interface WatchOptions {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  now: () => number
  /** Rejects when the device does not report it. */
  ask: () => Promise<RunningNow>
  /** Reloads the page, because other firmware has other pages. */
  reload: () => void
}

export interface FirmwareWatch {
  state: Store<Watched | undefined>
  /** Stores a change that is starting; polling starts with `follow`. */
  begin: (change: FirmwareChange) => void
  /** Polls the device until the outcome of the stored change is known. */
  follow: () => void
  /** Stops polling; the change stays stored. */
  pause: () => void
  /** Clears the change, or a result that was read. */
  dismiss: () => void
}

/**
 * The state machine of an upgrade or rollback after its call: 180 s of waiting, then success (A
 * §4), but only if other firmware really runs and the device keeps it. A return to the earlier
 * firmware is a failure as soon as it is known; while the device tries the new one, it is asked
 * again and again.
 */
export function createFirmwareWatch({ storage, now, ask, reload }: WatchOptions): FirmwareWatch {
  const state = createStore<Watched | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Changes with each follow, so that late answers of an earlier one are ignored. */
  let following: symbol | undefined

  function pause() {
    following = undefined
    clearTimeout(timer)
  }

  function store(change: FirmwareChange) {
    storage.setItem(CHANGE_KEY, JSON.stringify(change))
    state.set({ phase: 'waiting', change })
  }

  function end(result: Ended) {
    pause()
    storage.removeItem(CHANGE_KEY)
    state.set(result)
  }

  async function check(change: FirmwareChange, mine: symbol) {
    const running = await ask().catch(() => undefined)
    if (following !== mine) return
    const age = now() - change.at
    const left = FIRMWARE_WAIT - age
    const verdict = running && judge(change, running)
    if (verdict === 'changed' && !change.answered) {
      store({ ...change, answered: true })
      pause()
      reload()
      return
    }
    const trying = running?.kept === false
    if (running && verdict === 'changed') {
      if (left <= 0 && !trying) {
        end({ phase: 'successful', change, version: running.version })
        return
      }
      state.set({ phase: 'waiting', change, now: running })
    }
    const overdue = left <= 0 || (!change.answered && age >= UPLOAD_SETTLES)
    if (running && (verdict === 'fellBack' || (verdict !== 'changed' && overdue))) {
      const why = verdict === 'sameBoot' ? 'notRestarted' : 'fellBack'
      end({ phase: 'failed', change, version: running.version, why })
      return
    }
    const pauseFor = verdict === 'changed' && !trying ? left : READY_RETRY
    timer = setTimeout(() => void check(change, mine), pauseFor)
  }

  return {
    state,
    begin: store,
    follow() {
      const change = parseChange(storage.getItem(CHANGE_KEY), now())
      if (!change) return
      pause()
      state.set({ phase: 'waiting', change })
      following = Symbol('following')
      void check(change, following)
    },
    pause,
    dismiss() {
      pause()
      storage.removeItem(CHANGE_KEY)
      state.set(undefined)
    },
  }
}
