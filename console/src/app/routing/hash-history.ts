import { createStore } from '../store.ts'
import type { Store } from '../store.ts'

/** What the history needs of a window; tests give one of their own. */
export interface HistoryWindow {
  location: { hash: string }
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>
  addEventListener(type: 'popstate', listener: () => void): void
  removeEventListener(type: 'popstate', listener: () => void): void
}

export interface NavigateOptions {
  /** Takes the place of the current entry. */
  replace?: boolean
  /** Goes without asking, although something is unsaved. */
  force?: boolean
}

/**
 * The address of the page, `#/path`, and the way through the browser's history.
 *
 * While something is unsaved nobody gets away without being asked: not by a link, not by back and
 * forward, not by an address that is typed. The browser has gone there already by then; it is sent
 * back, and where it wanted to go waits in `asked`.
 */
export interface HashHistory {
  path: Store<string>
  /** Where somebody wants to go who would lose what is unsaved. */
  asked: Store<string | undefined>
  navigate: (path: string, options?: NavigateOptions) => void
  /** Goes there and loses it. */
  leave: () => void
  stay: () => void
  stop: () => void
}

/** Each entry bears its number, so that back can be told from forward and be undone. */
interface Entry {
  lintelIndex: number
}

function indexOf(state: unknown): number | undefined {
  const index = (state as Partial<Entry> | null)?.lintelIndex
  return typeof index === 'number' ? index : undefined
}

/** @param unsaved whether leaving has to be asked about */
export function createHashHistory(win: HistoryWindow, unsaved: () => boolean): HashHistory {
  const here = () => win.location.hash.replace(/^#/, '').replace(/\?.*$/, '') || '/'
  const path = createStore(here())
  const asked = createStore<string | undefined>(undefined)
  let index = indexOf(win.history.state)
  /** Steps of the browser's history to where somebody wants to go; undefined for a new entry. */
  let steps: number | undefined
  /** What the next popstate is: the way back that we sent the browser, or one that was allowed. */
  let expected: 'undone' | 'allowed' | undefined

  const number = (at: number) => {
    win.history.replaceState({ lintelIndex: at } satisfies Entry, '')
  }

  if (index === undefined) {
    index = 0
    number(0)
  }
  let current = index

  function onPopState() {
    const was = expected
    expected = undefined
    if (was === 'undone') return
    const to = here()
    const known = indexOf(win.history.state)
    if (known === undefined && to === path.get()) {
      // The same address again takes the place of its entry.
      number(current)
      return
    }
    const at = known ?? current + 1
    if (was !== 'allowed' && to !== path.get() && unsaved()) {
      steps = known === undefined ? undefined : at - current
      expected = 'undone'
      win.history.go(current - at)
      asked.set(to)
      return
    }
    if (known === undefined) number(at)
    current = at
    path.set(to)
  }

  function navigate(to: string, { replace = false, force = false }: NavigateOptions = {}) {
    if (!force && to !== path.get() && unsaved()) {
      steps = undefined
      asked.set(to)
      return
    }
    if (!replace) current += 1
    const entry: Entry = { lintelIndex: current }
    if (replace) win.history.replaceState(entry, '', `#${to}`)
    else win.history.pushState(entry, '', `#${to}`)
    path.set(to)
  }

  win.addEventListener('popstate', onPopState)
  return {
    path,
    asked,
    navigate,
    leave() {
      const to = asked.get()
      asked.set(undefined)
      if (to === undefined) return
      if (steps === undefined) {
        navigate(to, { force: true })
      } else {
        expected = 'allowed'
        win.history.go(steps)
      }
    },
    stay() {
      asked.set(undefined)
    },
    stop() {
      win.removeEventListener('popstate', onPopState)
    },
  }
}
