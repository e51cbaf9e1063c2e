import { expect, test } from 'vitest'
import { pageAt } from './move.ts'

const url = 'http://192.168.0.91'

test('a ticket opens the page that requested it, a move without one the first page', () => {
  const page = `${url}/webapp/hw/`
  const from = 'http://192.168.0.90'
  const query = `?ticket=abc&from=${from}`
  expect(pageAt({ url, ticket: 'abc', from }, '/network')).toBe(`${page}#/network${query}`)
  expect(pageAt({ url, ticket: 'abc', from })).toBe(`${page}#/${query}`)
  expect(pageAt({ url }, '/network')).toBe(page)
})
