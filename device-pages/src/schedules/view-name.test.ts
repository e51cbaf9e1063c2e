import { expect, test } from 'vitest'
import { viewCalled, viewName } from './view-name.ts'

test('a view has a name for the address, and other names mean the list', () => {
  const view = { kind: 'schedule', eventId: 'com.axis.schedules.office_hours' } as const
  expect(viewCalled(viewName(view))).toEqual(view)
  expect(viewCalled(viewName({ kind: 'add' }))).toEqual({ kind: 'add' })
  expect(['', 'schedule/', 'list'].map(viewCalled)).toEqual([undefined, undefined, undefined])
})
