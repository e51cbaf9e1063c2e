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
}

/** Whether the device is ready, and its boot id (absent in older firmware). */
export interface Readiness {
  ready: boolean
  bootId: string | undefined
}

export interface RestartOptions {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  now: () => number
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
  /** Follows the stored flag: on load, and when another tab has changed it. */
  follow: () => void
  close: () => void
}

/**
 * The state machine of the restart overlay. A device counts as back only with another boot id.
 * Source: A §4 Restart overlay; OPEN-13 for stale flags.
 */
export function createRestart(options: RestartOptions): Restart {
  const { storage, now, ask, upgradeSoFar, reload, brokeOff } = options
  const state = createStore<RestartState | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined

  function halt() {
    clearTimeout(timer)
    asking?.abort()
    asking = undefined
  }

  function show(flag: RestartFlag, phase: RestartState['phase']) {
    const age = now() - flag.at
    const closable = age > RESTART_GIVE_UP || phase === 'same'
    state.set({ flag, phase, closable })
  }

  function askIn(flag: RestartFlag, wait: number) {
    timer = setTimeout(() => void poll(flag), wait)
  }

  async function poll(flag: RestartFlag) {
    const controller = new AbortController()
    asking = controller
    const answer = await ask(controller.signal).catch(() => undefined)
    if (controller.signal.aborted) return
    const sameBoot = flag.bootId !== undefined && answer?.bootId === flag.bootId
    if (answer?.ready && !sameBoot) {
      await back(flag)
      return
    }
    const notBegun = sameBoot && now() - flag.at > RESTART_NOT_BEGUN
    show(flag, notBegun ? 'same' : 'waiting')
    askIn(flag, READY_RETRY)
  }

  async function back(flag: RestartFlag) {
    storage.removeItem(RESTART_KEY)
    const upgraded = flag.type === 'upgrade' ? await upgradeSoFar() : undefined
    if (upgraded) {
      show(flag, upgraded)
      timer = setTimeout(reload, UPGRADED_SHOWN)
    } else reload()
  }

  function pursue(flag: RestartFlag) {
    halt()
    show(flag, 'waiting')
    askIn(flag, flag.type ? Math.max(0, flag.at + READY_FIRST - now()) : 0)
  }

  function close() {
    halt()
    storage.removeItem(RESTART_KEY)
    state.set(undefined)
  }

  return {
    state,
    async begin(type, bootId, call, expected) {
      const flag = { type, at: now(), bootId, ...(expected === undefined ? {} : { expected }) }
      storage.setItem(RESTART_KEY, JSON.stringify(flag))
      pursue(flag)
      try {
        await call()
      } catch (fault) {
        if (brokeOff(fault)) return
        close()
        throw fault
      }
    },
    follow() {
      const text = storage.getItem(RESTART_KEY)
      if (text !== null) pursue(parseFlag(text, now()))
      else if (isPending(state.get())) close()
    },
    close,
  }
}

/** Whether the device is still waited for; otherwise the page is about to reload. */
const isPending = (state: RestartState | undefined): boolean =>
  state?.phase === 'waiting' || state?.phase === 'same'
