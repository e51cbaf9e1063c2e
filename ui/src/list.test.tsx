import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Column } from './list.tsx'
import { nextSort, useLocalList } from './list.tsx'

interface Person {
  id: string
  name: string
  age: number
}

const PEOPLE: Person[] = [
  { id: '1', name: 'Łukasz 10', age: 41 },
  { id: '2', name: 'Åsa', age: 7 },
  { id: '3', name: 'Łukasz 9', age: 100 },
]

const COLUMNS: Column<Person>[] = [
  { id: 'name', head: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'age', head: 'Age', cell: ({ age }) => age, sortBy: ({ age }) => age },
]

function listOf(source: Parameters<typeof useLocalList<Person>>[0]) {
  const { result } = renderHook(() =>
    useLocalList(source, { columns: COLUMNS, filterBy: ({ name }) => name }),
  )
  return {
    list: () => result.current,
    ids: () => {
      const list = result.current
      return list.status === 'ready' ? (list.all ?? []).map(({ id }) => id) : list.status
    },
  }
}

test('rows are in their own order, or sorted by a column in either direction', () => {
  const { list, ids } = listOf({ rows: PEOPLE })
  expect(ids()).toEqual(['1', '2', '3'])
  const sortBy = (by: string) =>
    act(() => list().onView({ ...list().view, sort: nextSort(list().view.sort, by) }))
  sortBy('age')
  expect(ids()).toEqual(['2', '1', '3'])
  sortBy('age')
  expect(ids()).toEqual(['3', '1', '2'])
  sortBy('age')
  expect(ids()).toEqual(['1', '2', '3'])
  // Numbers in texts sort by value, letters by the language's rules.
  sortBy('name')
  expect(ids()).toEqual(['2', '3', '1'])
})

test('the filter matches rows with all its words, ignoring case and accents', () => {
  const { list, ids } = listOf({ rows: PEOPLE })
  const filter = (words: string) => act(() => list().onView({ ...list().view, filter: words }))
  filter('  lukasz ')
  expect(ids()).toEqual(['1', '3'])
  filter('9 LUK')
  expect(ids()).toEqual(['3'])
  filter('nobody')
  expect(ids()).toEqual([])
  filter(' ')
  expect(ids()).toEqual(['1', '2', '3'])
})

test('a list is loading, then failed or ready; rows stay after a later failure', () => {
  expect(listOf({ rows: undefined }).ids()).toBe('loading')
  expect(listOf({ rows: undefined, fault: new Error('gone') }).ids()).toBe('failed')
  expect(listOf({ rows: PEOPLE, fault: new Error('gone') }).ids()).toHaveLength(3)
})
