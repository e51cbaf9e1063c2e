import {
  READY_FIRST,
  READY_RETRY,
  RESTART_GIVE_UP,
  RESTART_NOT_BEGUN,
  UPGRADED_SHOWN,
} from '../timing.ts'
import { createStore } from '@lintel/ui/store'
import type { Store } from '@lintel/ui/store'
import { RESTART_KEY, parseFlag } from './flag.ts'
import type { RestartFlag, RestartType } from './flag.ts'
import { EVIDENCE, parseTab, TAB_KEY } from './tab.ts'
import type { Evidence, TabRecord } from './tab.ts'

/** What the overlay shows besides the type. */
export interface RestartState {
  flag: RestartFlag
  /**
   * `waiting`: for the device; `same`: it answers, but has not restarted; `upgraded`: it is back
   * with other firmware and keeps that; `trying`: it may still go back.
   */
  phase: 'waiting' | 'same' | 'upgraded' | 'trying'
  /** Whether the overlay may be closed. */
  closable: boolean
  /** Whether the device answered the last request. */
  answers: boolean
  /** How far it has come. */
  evidence: Evidence
  /** Since when, in UTC milliseconds of the browser's clock. */
  since: number
}

/** Whether the device is ready, and its boot id (absent in older firmware). */
export interface Readiness {
  ready: boolean
  bootId: string | undefined
}

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface RestartOptions {
  /** Shared by all tabs. */
  storage: Kept
  /** The tab's own. */
  tab: Kept
  now: () => number
  /** The address of the tab's page, `/users`. */
  here: () => string
  /** Rejects when the device does not answer in time. */
  ask: (signal: AbortSignal) => Promise<Readiness>
  /** What the device made of the upgrade; undefined if it runs the firmware from before. */
  upgradeSoFar: () => Promise<'upgraded' | 'trying' | undefined>
  /** Loads the root page. */
  reload: () => void
  /** Whether the failed call may have restarted the device all the same. */
  brokeOff: (fault: unknown) => boolean
}

/** The pending restart of the device, if any. */
export interface Restart {
  state: Store<RestartState | undefined>
  /**
   * Stores the flag and makes the call. An error answer clears the flag and rejects; a lost
   * connection does not, because the device may have gone before it answered.
   * @param expected the URL at which the device comes back, if not here
   */
  begin(
    type: RestartType,
    bootId: string | undefined,
    call: () => Promise<void>,
    expected?: string,
  ): Promise<void>
  /**
   * Follows the stored flag: on load, and when another tab has changed it.
   * @param open whether a page is open, to which the tab returns
   */
  follow: (open?: boolean) => void
  /** Notes that the device has closed its connections. */
  wentDown: () => void
  close: () => void
  /** What the overlay stored before it loaded the root page; undefined when read again. */
  landed: () => TabRecord | undefined
}

/**
 * The state machine of the restart overlay. A device counts as back only with another boot id.
 * Source: A §4 Restart overlay; OPEN-13 for stale flags.
 */
export function createRestart(options: RestartOptions): Restart {
  const { storage, tab, now, here, ask, upgradeSoFar, reload, brokeOff } = options
  const state = createStore<RestartState | undefined>(undefined)
  let record: TabRecord | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined

  function halt() {
    clearTimeout(timer)
    asking?.abort()
    asking = undefined
  }

  function note(next: TabRecord) {
    record = next
    tab.setItem(TAB_KEY, JSON.stringify(next))
  }

  const storedTab = () => parseTab(tab.getItem(TAB_KEY), now())

  function show(flag: RestartFlag, phase: RestartState['phase'], answers = false) {
    const age = now() - flag.at
    const closable = age > RESTART_GIVE_UP || phase === 'same'
    const { evidence, since } = record ?? { evidence: 'asked', since: flag.at }
    state.set({ flag, phase, closable, answers, evidence, since })
  }

  /** Progress only goes forward. */
  function reach(evidence: Evidence) {
    if (!record || EVIDENCE.indexOf(evidence) <= EVIDENCE.indexOf(record.evidence)) return
    note({ ...record, evidence, since: now() })
  }

  function askIn(flag: RestartFlag, wait: number) {
    timer = setTimeout(() => void poll(flag), wait)
  }

  /** The device's answer, and whether it counts; undefined once another request has replaced this one. */
  async function look(flag: RestartFlag) {
    const controller = new AbortController()
    asking = controller
    const answer = await ask(controller.signal).catch(() => undefined)
    if (controller.signal.aborted) return undefined
    const sameBoot = flag.bootId !== undefined && answer?.bootId === flag.bootId
    return { answers: answer !== undefined, sameBoot, back: answer?.ready === true && !sameBoot }
  }

  async function poll(flag: RestartFlag) {
    const seen = await look(flag)
    if (!seen) return
    if (seen.back) {
      await back(flag)
      return
    }
    if (wasGivenUp(flag, seen.sameBoot)) {
      close()
      return
    }
    if (!seen.answers) reach('gone')
    else if (!seen.sameBoot) reach('answering')
    const notBegun = seen.sameBoot && now() - flag.at > RESTART_NOT_BEGUN
    show(flag, notBegun ? 'same' : 'waiting', seen.answers)
    askIn(flag, READY_RETRY)
  }

  async function back(flag: RestartFlag) {
    storage.removeItem(RESTART_KEY)
    reach('ready')
    const upgraded = flag.type === 'upgrade' ? await upgradeSoFar() : undefined
    show(flag, upgraded ?? 'waiting', true)
    if (upgraded) timer = setTimeout(leave, UPGRADED_SHOWN)
    else leave()
  }

  function leave() {
    if (record) note({ ...record, done: true })
    reload()
  }

  function pursue(flag: RestartFlag) {
    halt()
    show(flag, 'waiting')
    askIn(flag, flag.type ? Math.max(0, flag.at + READY_FIRST - now()) : 0)
  }

  /**
   * Whether another tab has cleared the flag because the device refused the restart, or because
   * somebody closed the overlay there. A tab that has seen the device come back clears it too, and the
   * device may be gone again since.
   */
  function wasGivenUp(flag: RestartFlag, sameBoot: boolean): boolean {
    const cleared = storage.getItem(RESTART_KEY) === null
    return cleared && (sameBoot || now() - flag.at > RESTART_GIVE_UP)
  }

  /** Asks at once, because another tab has cleared the flag. */
  function conclude(flag: RestartFlag) {
    halt()
    show(flag, 'waiting')
    void poll(flag)
  }

  function close() {
    halt()
    storage.removeItem(RESTART_KEY)
    tab.removeItem(TAB_KEY)
    record = undefined
    state.set(undefined)
  }

  return {
    state,
    async begin(type, bootId, call, expected) {
      const flag = { type, at: now(), bootId, ...(expected === undefined ? {} : { expected }) }
      storage.setItem(RESTART_KEY, JSON.stringify(flag))
      note({ flag, page: here(), returns: false, evidence: 'asked', since: flag.at })
      pursue(flag)
      try {
        await call()
      } catch (fault) {
        if (brokeOff(fault)) return
        close()
        throw fault
      }
    },
    follow(open = false) {
      const text = storage.getItem(RESTART_KEY)
      const shown = state.get()
      if (text !== null) {
        const flag = parseFlag(text, now())
        const known = record ?? storedTab()
        note(
          known && known.done !== true && known.flag.at === flag.at
            ? known
            : { flag, page: here(), returns: open, evidence: 'asked', since: flag.at },
        )
        pursue(flag)
      } else if (shown && isPending(shown)) {
        conclude(shown.flag)
      } else if (!shown) {
        // This tab had the overlay, and another one cleared the flag while it was reloading.
        const known = storedTab()
        if (!known || known.done === true) return
        const elsewhere = known.page !== here()
        if (elsewhere || now() - known.flag.at > RESTART_GIVE_UP) tab.removeItem(TAB_KEY)
        else {
          record = known
          conclude(known.flag)
        }
      }
    },
    wentDown() {
      const shown = state.get()
      if (!shown) return
      reach('gone')
      show(shown.flag, shown.phase)
    },
    close,
    landed() {
      const known = storedTab()
      if (known?.done !== true) return undefined
      tab.removeItem(TAB_KEY)
      return now() - known.flag.at > RESTART_GIVE_UP ? undefined : known
    },
  }
}

/** Whether the device is still waited for; otherwise the page is about to reload. */
const isPending = ({ phase }: RestartState): boolean => phase === 'waiting' || phase === 'same'
