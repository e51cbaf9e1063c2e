import { beforeEach, expect, test } from 'vitest'
import { filledTiles, noteFilled, recallFilled } from './filled.ts'

beforeEach(() => {
  localStorage.clear()
  recallFilled()
})

test('a tile gets its size when it is first seen, and keeps it until the next visit', () => {
  noteFilled('calls', false)
  expect(filledTiles.get()).toEqual({ calls: false })
  noteFilled('calls', true)
  noteFilled('sipAccounts', true)
  expect(filledTiles.get()).toEqual({ calls: false, sipAccounts: true })
  recallFilled()
  expect(filledTiles.get()).toEqual({ calls: true, sipAccounts: true })
})

test('what is stored in an older form is forgotten', () => {
  noteFilled('calls', true)
  localStorage.setItem(localStorage.key(0) ?? '', 'calls sipAccounts')
  recallFilled()
  expect(filledTiles.get()).toEqual({})
})
