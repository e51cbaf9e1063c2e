import { beforeEach, expect, test } from 'vitest'
import { notePage, recentPages } from './recent.ts'

beforeEach(() => sessionStorage.clear())

test('the pages that were opened are remembered, the last one first and each once', () => {
  for (const path of ['/users', '/network', '/users']) notePage(path)
  expect(recentPages()).toEqual(['/users', '/network'])
})

test('only a few are, and neither the overview nor pages of one thing', () => {
  for (const path of ['/', '/search', '/users/edit/$name']) notePage(path)
  expect(recentPages()).toEqual([])
  for (let at = 0; at < 9; at += 1) notePage(`/${at}`)
  expect(recentPages()).toEqual(['/8', '/7', '/6', '/5', '/4', '/3'])
})

test.each(['{', '{}', '[1]', 'null'])('%s in the storage is no list', (stored) => {
  sessionStorage.setItem('lintel.recent', stored)
  expect(recentPages()).toEqual([])
})
