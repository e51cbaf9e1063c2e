import { createStore } from '@lintel/ui/store'
import type { Store } from '@lintel/ui/store'
import { paths } from './paths.ts'

/** The parts of `window` that the history needs; tests pass their own. */
export interface HistoryWindow {
  location: { hash: string }
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>
  addEventListener(type: 'popstate', listener: () => void): void
}

export interface NavigateOptions {
  /** Replaces the current entry. */
  replace?: boolean
  /** Navigates without asking about unsaved changes. */
  force?: boolean
}

/**
 * The page's address, `#/path`, and navigation through the browser's history. `#/path?field=name`
 * also names a field of the page to show.
 *
 * Leaving a page with unsaved changes needs a confirmation, whether by a link, by back and forward
 * or by a typed address. In the last two cases the browser is there already: it is sent back, and
 * `pending` holds the address that it went to.
 */
export interface HashHistory {
  path: Store<string>
  /** The requested field of the page, until it has been shown. */
  field: Store<string | undefined>
  /** The page's state in the address: the query, without `field`. */
  query: Store<string>
  /** The view of the page, `view` in the query, empty for its first one; leaving it is a step back. */
  view: Store<string>
  /** The address of a navigation that waits for a confirmation. */
  pending: Store<string | undefined>
  navigate: (path: string, options?: NavigateOptions) => void
  /** Goes to the previous page, or to the overview if there is none. */
  back: () => void
  /** Navigates and discards the changes. */
  leave: () => void
  stay: () => void
  /** The field has been shown: removes it from the address. */
  fieldShown: () => void
  /** Writes the page's state into the address and replaces the previous one. */
  setQuery: (query: string) => void
  /**
   * Shows another view of the page: as a new entry, in place of this one, or by going back to where
   * it was opened from. Only `open` asks about unsaved changes; the others follow a save or a press
   * of Cancel.
   */
  setView: (view: string, how: 'open' | 'replace' | 'close') => void
}

/** Entries are numbered, so that back and forward can be told apart and undone. */
interface Entry {
  lintelIndex: number
  /** The entry before it is the same page without this view. */
  opened?: boolean
}

function indexOf(state: unknown): number | undefined {
  const index = (state as Partial<Entry> | null)?.lintelIndex
  return typeof index === 'number' ? index : undefined
}

const wasOpened = (state: unknown) => (state as Partial<Entry> | null)?.opened === true

/** The page of an address, its field, its view, and the rest of its query. */
function parts(address: string) {
  const [path = '', search] = address.split('?', 2)
  const query = new URLSearchParams(search)
  const field = query.get('field') ?? undefined
  query.delete('field')
  return { page: path || '/', field, view: query.get('view') ?? '', query: query.toString() }
}

/**
 * @param unsaved whether leaving needs a confirmation
 */
export function createHashHistory(win: HistoryWindow, unsaved: () => boolean): HashHistory {
  const here = () => win.location.hash.slice(1)
  /** The address of the current entry, with its query. */
  let address = here()
  const path = createStore(parts(address).page)
  const field = createStore(parts(address).field)
  const query = createStore(parts(address).query)
  const view = createStore(parts(address).view)
  const pending = createStore<string | undefined>(undefined)
  let index = indexOf(win.history.state)
  /** Steps in the browser's history to the requested entry; undefined for a new one. */
  let steps: number | undefined
  /** What the next popstate means: the return that we requested, or an allowed navigation. */
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
    // Followers of the path may read the rest at once.
    query.set(parts(to).query)
    field.set(parts(to).field)
    view.set(parts(to).view)
    path.set(parts(to).page)
  }

  const withQuery = (to: string) => (to === '' ? path.get() : `${path.get()}?${to}`)

  /** Whether navigating to this address would leave the page, or its view. */
  const leaves = (to: string) => parts(to).page !== path.get() || parts(to).view !== view.get()

  const opens = (to: string) =>
    parts(to).page === path.get() && parts(to).view !== '' && view.get() === ''

  function onPopState() {
    const was = expected
    expected = undefined
    if (was === 'undone') return
    const to = here()
    const known = indexOf(win.history.state)
    // The same address again replaces its entry.
    const at = known ?? (to === address ? current : current + 1)
    if (was !== 'allowed' && leaves(to) && unsaved()) {
      steps = known === undefined ? undefined : at - current
      expected = 'undone'
      win.history.go(current - at)
      pending.set(to)
      return
    }
    if (known === undefined) number(at)
    current = at
    show(to)
  }

  function navigate(to: string, { replace = false, force = false }: NavigateOptions = {}) {
    if (!force && leaves(to) && unsaved()) {
      steps = undefined
      pending.set(to)
      return
    }
    if (!replace) current += 1
    const opened = replace ? wasOpened(win.history.state) : opens(to)
    const entry: Entry = { lintelIndex: current, ...(opened ? { opened } : {}) }
    if (replace) win.history.replaceState(entry, '', `#${to}`)
    else win.history.pushState(entry, '', `#${to}`)
    show(to)
  }

  function setView(to: string, how: 'open' | 'replace' | 'close') {
    if (how === 'close' && wasOpened(win.history.state)) {
      expected = 'allowed'
      win.history.go(-1)
      return
    }
    const address = withQuery(to === '' ? '' : new URLSearchParams({ view: to }).toString())
    if (how === 'open') navigate(address)
    else navigate(address, { replace: true, force: true })
  }

  win.addEventListener('popstate', onPopState)
  return {
    path,
    field,
    query,
    view,
    pending,
    navigate,
    back() {
      if (current > 0) win.history.go(-1)
      else navigate(paths.overview(), { replace: true })
    },
    leave() {
      const to = pending.get()
      pending.set(undefined)
      if (to === undefined) return
      if (steps === undefined) {
        navigate(to, { force: true })
      } else {
        expected = 'allowed'
        win.history.go(steps)
      }
    },
    stay() {
      pending.set(undefined)
    },
    fieldShown() {
      navigate(withQuery(query.get()), { replace: true })
    },
    setQuery(to) {
      if (to !== query.get()) navigate(withQuery(to), { replace: true })
    },
    setView,
  }
}
