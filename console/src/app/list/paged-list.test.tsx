import type { Page, PageRequest } from '@lintel/contract/collection'
import type { List } from '@lintel/ui/list'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history } from '../routing/history.ts'
import { paths } from '../routing/paths.ts'
import { FILTER_PAUSE } from '../timing.ts'
import { usePagedList } from './paged-list.ts'

interface Contact {
  id: string
  name: string
}

/** A device with 10,000 contacts. */
function phonebook() {
  const device = {
    rows: Array.from({ length: 10_000 }, (_, index) => ({
      id: `c${index}`,
      name: `Contact ${index}`,
    })),
    version: 1,
    fault: undefined as Error | undefined,
    /** The offset of a page that cannot be read. */
    faultAt: undefined as number | undefined,
    requests: [] as PageRequest[],
    /** Called once, after an answer. */
    answered: undefined as (() => void) | undefined,
  }
  const read = async (request: PageRequest): Promise<Page<Contact>> => {
    device.requests.push(request)
    await new Promise((answered) => setTimeout(answered, 20))
    if (device.fault) throw device.fault
    if (device.faultAt === request.offset) throw new Error('gone')
    const { offset = 0, limit = 100, filter = '', descending = false } = request
    const found = device.rows.filter(({ name }) => name.includes(filter))
    if (descending) found.reverse()
    const page = {
      items: found.slice(offset, offset + limit),
      total: found.length,
      version: String(device.version),
    }
    device.answered?.()
    device.answered = undefined
    return page
  }
  return { device, source: { key: ['contacts'], read } }
}

function opened() {
  const { device, source } = phonebook()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { result } = renderHook(() => usePagedList(source), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  })
  const list = () => result.current
  const ready = () => list() as Extract<List<Contact>, { status: 'ready' }>
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  return { device, client, list, ready, pass }
}

beforeEach(() => {
  vi.useFakeTimers()
  history.navigate(paths.users(), { replace: true })
})
afterEach(() => {
  vi.useRealTimers()
})

test('only the visible pages and their neighbours are requested', async () => {
  const { device, list, ready, pass } = opened()
  expect(list().status).toBe('loading')
  await pass(50)
  expect(ready().count).toBe(10_000)
  expect(ready().at(99)?.name).toBe('Contact 99')
  expect(ready().at(100)).toBeUndefined()
  act(() => ready().onShown?.(9_985, 9_999))
  expect(ready().at(9_999)).toBeUndefined()
  await pass(50)
  expect(ready().at(9_999)?.name).toBe('Contact 9999')
  act(() => ready().onShown?.(490, 505))
  await pass(50)
  const offsets = device.requests.map(({ offset }) => offset)
  expect(offsets).toEqual([0, 9_900, 10_000, 400, 500])
  expect(device.requests.every(({ limit }) => limit === 100)).toBe(true)
})

test('the device filters after a pause in typing and sorts at once; the previous rows stay meanwhile', async () => {
  const { device, ready, pass } = opened()
  await pass(50)
  for (const filter of ['9', '99', '999']) {
    act(() => ready().onView({ ...ready().view, filter }))
    await pass(FILTER_PAUSE / 2)
  }
  expect(device.requests).toHaveLength(1)
  expect(ready().stale).toBe(true)
  await pass(FILTER_PAUSE)
  expect(device.requests.at(-1)).toEqual({ filter: '999', offset: 0, limit: 100 })
  await pass(50)
  expect([ready().count, ready().stale]).toEqual([19, false])
  act(() => ready().onView({ ...ready().view, sort: { by: 'name', descending: true } }))
  expect([ready().stale, ready().at(0)?.name]).toEqual([true, 'Contact 999'])
  await pass(50)
  expect(device.requests.at(-1)).toMatchObject({ filter: '999', sort: 'name', descending: true })
  expect([ready().stale, ready().at(0)?.name]).toEqual([false, 'Contact 9999'])
})

test('a list that changed between two pages, or by an event, is read again', async () => {
  const { device, client, ready, pass } = opened()
  await pass(50)
  device.rows.unshift({ id: 'new', name: 'Contact new' })
  device.version += 1
  act(() => ready().onShown?.(80, 95))
  await pass(100)
  expect(ready().count).toBe(10_001)
  expect([ready().at(99)?.id, ready().at(100)?.id]).toEqual(['c98', 'c99'])
  device.rows.shift()
  device.version += 1
  act(() => void client.invalidateQueries({ queryKey: ['contacts'] }))
  await pass(50)
  expect([ready().count, ready().at(99)?.id]).toEqual([10_000, 'c99'])
})

test('pages of two versions that arrive in the same millisecond are read again', async () => {
  const { device, client, ready, pass } = opened()
  await pass(50)
  act(() => ready().onShown?.(80, 95))
  await pass(50)
  for (const [first, second] of [
    [0, 1],
    [1, 0],
  ]) {
    device.rows.unshift({ id: `new${first}`, name: 'Contact new' })
    device.version += 1
    device.answered = () => {
      device.rows.unshift({ id: `newer${first}`, name: 'Contact newer' })
      device.version += 1
    }
    for (const page of [first, second]) {
      act(() => {
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.at(-1) === page })
      })
    }
    await pass(200)
    expect(ready().at(0)?.id).toBe(`newer${first}`)
    expect(ready().count).toBe(device.rows.length)
  }
})

test('rows of two versions are never shown together', async () => {
  const { device, client, ready, pass } = opened()
  await pass(50)
  act(() => ready().onShown?.(80, 95))
  await pass(50)
  const { at } = ready()
  act(() => ready().onShown?.(82, 97))
  // The same rows are the same function, so that the table needn't look at them again.
  expect(ready().at).toBe(at)
  device.rows.unshift({ id: 'new', name: 'Contact new' })
  device.version += 1
  // Only one of the pages is read again.
  act(() => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.at(-1) === 0 }))
  const seen = new Set<string>()
  for (let step = 0; step < 10; step += 1) {
    await pass(5)
    const ids = [98, 99, 100, 101].map((index) => ready().at(index)?.id)
    seen.add(`${ready().count} ${ids.join()}`)
  }
  expect(Array.from(seen)).toEqual(['10000 c98,c99,c100,c101', '10001 c97,c98,c99,c100'])
})

test('a failed page is reported and can be retried, the first and later ones', async () => {
  const { device, list, ready, pass } = opened()
  device.fault = new Error('gone')
  await pass(50)
  expect(list()).toMatchObject({ status: 'failed', fault: device.fault })
  device.fault = undefined
  const failed = list()
  if (failed.status === 'failed') act(failed.retry)
  await pass(50)
  expect(ready().count).toBe(10_000)
  device.fault = new Error('gone')
  act(() => ready().onShown?.(5_000, 5_010))
  await pass(50)
  expect(ready().failed?.fault).toBe(device.fault)
  expect(ready().count).toBe(10_000)
  device.fault = undefined
  act(() => ready().failed?.retry())
  await pass(50)
  expect([ready().failed, ready().at(5_005)?.id]).toEqual([undefined, 'c5005'])
})

test('a page that cannot be brought up to date is not requested over and over', async () => {
  const { device, client, ready, pass } = opened()
  await pass(50)
  act(() => ready().onShown?.(80, 95))
  await pass(50)
  device.version += 1
  device.faultAt = 0
  act(() => void client.invalidateQueries({ queryKey: ['contacts'] }))
  await pass(50)
  const before = device.requests.length
  await pass(2_000)
  expect(device.requests.length - before).toBeLessThanOrEqual(1)
  expect(ready().failed?.fault).toBeInstanceOf(Error)
  expect(ready().at(0)?.name).toBe('Contact 0')
  device.faultAt = undefined
  act(() => ready().failed?.retry())
  await pass(50)
  expect(ready().failed).toBeUndefined()
})
