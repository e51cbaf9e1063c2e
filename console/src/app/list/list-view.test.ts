import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history } from '../routing/history.ts'
import { FILTER_PAUSE } from '../timing.ts'
import { queryOf, useListView, viewIn } from './list-view.ts'

beforeEach(() => {
  vi.useFakeTimers()
  history.navigate('/users', { replace: true })
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['', { sort: undefined, filter: '' }],
  ['sort=name', { sort: { by: 'name', descending: false }, filter: '' }],
  ['sort=-name&filter=a+%26+b', { sort: { by: 'name', descending: true }, filter: 'a & b' }],
])('the query %j and its view convert both ways', (query, view) => {
  expect(viewIn(query)).toEqual(view)
  expect(queryOf(view)).toBe(query)
})

test('a list opens as its address says, and the address follows the filter after a delay', async () => {
  history.navigate('/users?filter=gu', { replace: true })
  const { result } = renderHook(useListView)
  const view = () => result.current[0]
  expect(view().filter).toBe('gu')
  for (const filter of ['gua', 'guar']) act(() => result.current[1]({ ...view(), filter }))
  expect(history.query.get()).toBe('filter=gu')
  await act(() => vi.advanceTimersByTimeAsync(FILTER_PAUSE))
  expect(history.query.get()).toBe('filter=guar')
  expect(view().filter).toBe('guar')
})

test('a link to the bare page clears the filter', async () => {
  history.navigate('/users?filter=gu', { replace: true })
  const { result } = renderHook(useListView)
  act(() => history.navigate('/users'))
  expect(result.current[0].filter).toBe('')
  await act(() => vi.advanceTimersByTimeAsync(FILTER_PAUSE))
  expect(history.query.get()).toBe('')
})

test('a list with a sort of its own shows it, keeps it out of the address, and returns to it', async () => {
  const byName = { by: 'name', descending: false }
  const { result } = renderHook(() => useListView(byName))
  const view = () => result.current[0]
  const sortBy = async (sort: typeof byName | undefined) => {
    act(() => result.current[1]({ ...view(), sort }))
    await act(() => vi.advanceTimersByTimeAsync(FILTER_PAUSE))
    return [view().sort, history.query.get()]
  }
  expect(view().sort).toBe(byName)
  const other = { by: 'role', descending: true }
  expect(await sortBy(other)).toEqual([other, 'sort=-role'])
  expect(await sortBy(undefined)).toEqual([byName, ''])
  expect(await sortBy({ ...byName, descending: true })).toEqual([
    { by: 'name', descending: true },
    'sort=-name',
  ])
  expect(await sortBy({ ...byName })).toEqual([byName, ''])
})
