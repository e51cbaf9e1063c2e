import { expect, test } from 'vitest'
import { viewCalled, viewName } from './view-name.ts'

test.each([
  ['add', { kind: 'add' }],
  ['trigger/7', { kind: 'trigger', id: '7' }],
  ['configuration/a/b', { kind: 'configuration', id: 'a/b' }],
] as const)('the view %s and its name convert both ways', (name, view) => {
  expect(viewCalled(name)).toEqual(view)
  expect(viewName(view)).toBe(name)
})

test.each(['', 'trigger/', 'trigger', 'other/7'])('%j names no view', (name) => {
  expect(viewCalled(name)).toBeUndefined()
})
