import { expect, test } from 'vitest'
import { createHashHistory } from './hash-history.ts'
import type { HistoryWindow } from './hash-history.ts'

/** A browser's history: typing an address adds an entry without a state. */
function browser(hash = '') {
  const entries: { hash: string; state: unknown }[] = [{ hash, state: null }]
  const listeners = new Set<() => void>()
  let at = 0
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const entry = () => entries[at] ?? { hash: '', state: null }
  const win: HistoryWindow = {
    location: {
      get hash() {
        return entry().hash
      },
    },
    history: {
      get state(): unknown {
        return entry().state
      },
      pushState(state: unknown, _: string, url?: string | URL | null) {
        entries.splice(at + 1)
        entries.push({ state, hash: String(url) })
        at += 1
      },
      replaceState(state: unknown, _: string, url?: string | URL | null) {
        entries[at] = { state, hash: url === undefined ? entry().hash : String(url) }
      },
      go(delta?: number) {
        if (delta === undefined || delta === 0) throw new Error('would load the page again')
        if (!entries[at + delta]) throw new Error('there is no such entry')
        at += delta
        tell()
      },
    },
    addEventListener: (_, listener) => listeners.add(listener),
  }
  return {
    win,
    hashes: () => entries.map((each) => each.hash),
    hash: () => entry().hash,
    back: () => win.history.go(-1),
    forward: () => win.history.go(1),
    type(address: string) {
      if (address === entry().hash) entries[at] = { hash: address, state: null }
      else {
        entries.splice(at + 1)
        entries.push({ hash: address, state: null })
        at += 1
      }
      tell()
    },
  }
}

function opened(hash = '#/users') {
  const tab = browser(hash)
  const form = { unsaved: false }
  return { tab, form, history: createHashHistory(tab.win, () => form.unsaved) }
}

test('an empty address is the overview, a query is not part of the path (SHELL-58)', () => {
  expect(createHashHistory(browser('').win, () => false).path.get()).toBe('/')
  expect(createHashHistory(browser('#/users?x=1').win, () => false).path.get()).toBe('/users')
})

test('an address may name a field of its page until the field has been shown', () => {
  const { tab, form, history } = opened('#/users?field=role')
  expect([history.path.get(), history.field.get()]).toEqual(['/users', 'role'])
  history.fieldShown()
  expect([tab.hashes(), history.field.get()]).toEqual([['#/users'], undefined])
  // On the open page nothing is lost, so nothing is pending.
  form.unsaved = true
  tab.type('#/users?field=role')
  expect([history.pending.get(), history.field.get()]).toEqual([undefined, 'role'])
  history.fieldShown()
  tab.type('#/language?field=set')
  expect([tab.hash(), history.pending.get()]).toEqual(['#/users', '/language?field=set'])
  history.leave()
  expect([history.path.get(), history.field.get()]).toEqual(['/language', 'set'])
  form.unsaved = false
  tab.back()
  expect([history.path.get(), history.field.get()]).toEqual(['/users', undefined])
})

test('a page keeps its state in its address, also while a field of it is shown', () => {
  const { tab, form, history } = opened('#/users?field=role&filter=a%20b')
  expect(history.query.get()).toBe('filter=a+b')
  history.fieldShown()
  expect(tab.hashes()).toEqual(['#/users?filter=a+b'])
  form.unsaved = true
  history.setQuery('sort=-name')
  expect([tab.hashes(), history.path.get()]).toEqual([['#/users?sort=-name'], '/users'])
  history.setQuery('')
  expect([tab.hash(), history.pending.get()]).toEqual(['#/users', undefined])
  form.unsaved = false
  history.setQuery('sort=name')
  history.navigate('/users/add')
  expect(history.query.get()).toBe('')
  tab.back()
  expect([history.path.get(), history.query.get()]).toEqual(['/users', 'sort=name'])
})

test('links, typed addresses, back and forward lead to their pages', () => {
  const { tab, history } = opened()
  tab.type('#/users/add')
  history.navigate('/maintenance')
  expect(history.path.get()).toBe('/maintenance')
  tab.back()
  expect(history.path.get()).toBe('/users/add')
  tab.back()
  expect(history.path.get()).toBe('/users')
  tab.forward()
  expect(history.path.get()).toBe('/users/add')
})

test('replacing adds no history entry', () => {
  const { tab, history } = opened('#/nowhere')
  history.navigate('/', { replace: true })
  expect(tab.hashes()).toEqual(['#/'])
})

test('unsaved changes are confirmed before a link is followed (EXPECT-01)', () => {
  const { tab, form, history } = opened()
  form.unsaved = true
  history.navigate('/maintenance')
  expect([history.path.get(), history.pending.get()]).toEqual(['/users', '/maintenance'])
  history.stay()
  expect([tab.hash(), history.pending.get()]).toEqual(['#/users', undefined])
  history.navigate('/maintenance')
  history.leave()
  expect([tab.hash(), history.path.get()]).toEqual(['#/maintenance', '/maintenance'])
})

test('a typed address is reverted until leaving is confirmed (EXPECT-01)', () => {
  const { tab, form, history } = opened()
  form.unsaved = true
  tab.type('#/maintenance')
  expect([tab.hash(), history.path.get()]).toEqual(['#/users', '/users'])
  expect(history.pending.get()).toBe('/maintenance')
  history.leave()
  expect([tab.hash(), history.path.get()]).toEqual(['#/maintenance', '/maintenance'])
  expect(tab.hashes()).toEqual(['#/users', '#/maintenance'])
})

test('back and forward are reverted and, when confirmed, repeated (EXPECT-01)', () => {
  const { tab, form, history } = opened('#/')
  history.navigate('/users')
  history.navigate('/users/add')
  form.unsaved = true
  tab.back()
  expect([tab.hash(), history.pending.get()]).toEqual(['#/users/add', '/users'])
  history.stay()
  tab.back()
  history.leave()
  expect([tab.hash(), history.path.get()]).toEqual(['#/users', '/users'])
  form.unsaved = false
  tab.forward()
  expect(history.path.get()).toBe('/users/add')
})

test('the same address again is no change and keeps the history index right', () => {
  const { tab, form, history } = opened('#/')
  history.navigate('/users')
  form.unsaved = true
  tab.type('#/users')
  expect(history.pending.get()).toBeUndefined()
  tab.back()
  expect([tab.hash(), history.pending.get()]).toEqual(['#/users', '/'])
})

test('after a save leaving does not ask (EXPECT-02)', () => {
  const { form, history } = opened('#/users/add')
  form.unsaved = true
  history.navigate('/users', { force: true })
  expect([history.path.get(), history.pending.get()]).toEqual(['/users', undefined])
})

test('back goes to the page before, and from the first one to the overview (PLAINCFG-02, OPEN-21)', () => {
  const first = browser('#/plainconfig')
  const history = createHashHistory(first.win, () => false)
  history.back()
  expect([history.path.get(), first.hashes()]).toEqual(['/', ['#/']])
  history.navigate('/users')
  history.navigate('/plainconfig')
  history.back()
  expect([history.path.get(), first.hash()]).toEqual(['/users', '#/users'])
})

test('a view is a step of its own, which Back and Close take back', () => {
  const { tab, history } = opened('#/certificates')
  history.setView('create', 'open')
  expect([tab.hashes(), history.path.get(), history.view.get()]).toEqual([
    ['#/certificates', '#/certificates?view=create'],
    '/certificates',
    'create',
  ])
  tab.back()
  expect([tab.hash(), history.view.get()]).toEqual(['#/certificates', ''])
  tab.forward()
  expect(history.view.get()).toBe('create')
  history.setView('details/gate', 'replace')
  expect(tab.hashes()).toEqual(['#/certificates', '#/certificates?view=details%2Fgate'])
  history.setView('', 'close')
  expect([tab.hash(), history.view.get()]).toEqual(['#/certificates', ''])
})

test('a view that an address opened is closed in place, as there is nothing to go back to', () => {
  const { tab, history } = opened('#/certificates?view=create')
  expect(history.view.get()).toBe('create')
  history.setView('', 'close')
  expect([tab.hashes(), history.view.get()]).toEqual([['#/certificates'], ''])
})

test('unsaved changes in a view are confirmed before Back leaves it, and not when it is closed (EXPECT-01)', () => {
  const { tab, form, history } = opened('#/certificates')
  history.setView('create', 'open')
  form.unsaved = true
  tab.back()
  expect([tab.hash(), history.view.get(), history.pending.get()]).toEqual([
    '#/certificates?view=create',
    'create',
    '/certificates',
  ])
  history.leave()
  expect([tab.hash(), history.view.get()]).toEqual(['#/certificates', ''])
  form.unsaved = false
  history.setView('create', 'open')
  form.unsaved = true
  history.setView('', 'close')
  expect([tab.hash(), history.pending.get()]).toEqual(['#/certificates', undefined])
})
