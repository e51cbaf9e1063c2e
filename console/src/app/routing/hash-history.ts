import { createStore } from '../store.ts'
import type { Store } from '../store.ts'
import { paths } from './paths.ts'

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
 * The address of the page, `#/path`, and the way through the browser's history. `#/path?field=name`
 * also names a field of the page, which is shown to whoever comes that way.
 *
 * While something is unsaved nobody gets away without being asked: not by a link, not by back and
 * forward, not by an address that is typed. The browser has gone there already by then; it is sent
 * back, and where it wanted to go waits in `asked`.
 */
export interface HashHistory {
  path: Store<string>
  /** The field of the page that is looked for, until it has been shown. */
  field: Store<string | undefined>
  /** What the page keeps of its state in the address: the query, without `field`. */
  query: Store<string>
  /** Where somebody wants to go who would lose what is unsaved. */
  asked: Store<string | undefined>
  navigate: (path: string, options?: NavigateOptions) => void
  /** Goes to the page before, or to the overview where there is none. */
  back: () => void
  /** Goes there and loses it. */
  leave: () => void
  stay: () => void
  /** The field has been shown: the address is the page's again. */
  fieldShown: () => void
  /** Writes the page's state into the address, in place of what was there. */
  setQuery: (query: string) => void
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

/** The page of an address, the field that it names, and the rest of its query. */
function parts(address: string) {
  const [path = '', search] = address.split('?', 2)
  const query = new URLSearchParams(search)
  const field = query.get('field') ?? undefined
  query.delete('field')
  return { page: path || '/', field, query: query.toString() }
}

/** @param unsaved whether leaving has to be asked about */
export function createHashHistory(win: HistoryWindow, unsaved: () => boolean): HashHistory {
  const here = () => win.location.hash.slice(1)
  /** The address of the current entry, with its query. */
  let address = here()
  const path = createStore(parts(address).page)
  const field = createStore(parts(address).field)
  const query = createStore(parts(address).query)
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

  function show(to: string) {
    address = to
    // Whoever follows the page may read the rest at once.
    query.set(parts(to).query)
    field.set(parts(to).field)
    path.set(parts(to).page)
  }

  const withQuery = (to: string) => (to === '' ? path.get() : `${path.get()}?${to}`)

  /** Whether leaving for this address would leave the page. */
  const leaves = (to: string) => parts(to).page !== path.get()

  function onPopState() {
    const was = expected
    expected = undefined
    if (was === 'undone') return
    const to = here()
    const known = indexOf(win.history.state)
    // The same address again takes the place of its entry.
    const at = known ?? (to === address ? current : current + 1)
    if (was !== 'allowed' && leaves(to) && unsaved()) {
      steps = known === undefined ? undefined : at - current
      expected = 'undone'
      win.history.go(current - at)
      asked.set(to)
      return
    }
    if (known === undefined) number(at)
    current = at
    show(to)
  }

  function navigate(to: string, { replace = false, force = false }: NavigateOptions = {}) {
    if (!force && leaves(to) && unsaved()) {
      steps = undefined
      asked.set(to)
      return
    }
    if (!replace) current += 1
    const entry: Entry = { lintelIndex: current }
    if (replace) win.history.replaceState(entry, '', `#${to}`)
    else win.history.pushState(entry, '', `#${to}`)
    show(to)
  }

  win.addEventListener('popstate', onPopState)
  return {
    path,
    field,
    query,
    asked,
    navigate,
    back() {
      if (current > 0) win.history.go(-1)
      else navigate(paths.overview(), { replace: true })
    },
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
    fieldShown() {
      navigate(withQuery(query.get()), { replace: true })
    },
    setQuery(to) {
      if (to !== query.get()) navigate(withQuery(to), { replace: true })
    },
    stop() {
      win.removeEventListener('popstate', onPopState)
    },
  }
}
