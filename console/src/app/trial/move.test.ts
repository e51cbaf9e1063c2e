import { expect, test } from 'vitest'
import { pageAt } from './move.ts'

const url = 'http://192.168.0.91'

test('a ticket opens the page that it was given on, a move without one the first page', () => {
  const page = `${url}/webapp/hw/`
  expect(pageAt({ url, ticket: 'abc' }, '/network')).toBe(`${page}#/network?ticket=abc`)
  expect(pageAt({ url, ticket: 'abc' })).toBe(`${page}#/?ticket=abc`)
  expect(pageAt({ url }, '/network')).toBe(page)
})
