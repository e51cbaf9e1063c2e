import { expect, test } from 'vitest'
import { SETUP_LEFT_KEY } from '../app/setup-left-key.ts'
import { memoryStorage } from '../app/testing/memory-storage.ts'
import { initial } from './machine.ts'
import type { WizardState } from './machine.ts'
import { noteLeft, readLeft, SETUP_PAGE_KEY } from './note-left.ts'

const station = { category: 'doorstation' } as WizardState['product']
const speaker = { category: 'audio' } as WizardState['product']

function left(state: Partial<WizardState>): string | null {
  const storage = memoryStorage()
  storage.setItem(SETUP_LEFT_KEY, 'before')
  noteLeft(storage, { ...initial, stage: 'asking', product: station, ...state })
  return storage.getItem(SETUP_LEFT_KEY)
}

test('what a reload would skip is noted from the password to the end', () => {
  expect(left({ root: 'unset', page: 'password' })).toBe('before')
  expect(left({ root: 'set', page: 'frequency' })).toBe('frequency,network,time')
  expect(left({ root: 'set', page: 'network' })).toBe('network,time')
  expect(left({ root: 'set', page: 'time' })).toBe('network,time')
  expect(left({ root: 'set', page: 'network', product: speaker })).toBe('network,time')
  expect(left({ root: 'set', page: 'finish', stage: 'done' })).toBeNull()
})

test('where the set-up is can be read after a reload, until it ends, and never a password', () => {
  const storage = memoryStorage()
  expect(readLeft(storage)).toBeUndefined()
  const state: WizardState = {
    ...initial,
    stage: 'asking',
    product: station,
    root: 'set',
    page: 'network',
    storedFrequency: '60Hz',
  }
  noteLeft(storage, state)
  expect(readLeft(storage)).toEqual({ page: 'network', frequency: '60Hz' })
  storage.setItem(SETUP_PAGE_KEY, '{"page":"elsewhere"}')
  expect(readLeft(storage)).toBeUndefined()
  noteLeft(storage, { ...state, stage: 'done' })
  expect(storage.getItem(SETUP_PAGE_KEY)).toBeNull()
})
