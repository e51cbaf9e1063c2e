import { expect, test } from 'vitest'
import { categoryOf } from './capabilities.ts'

test('listed device types have one of three categories (SHELL-01, SHELL-02, SHELL-03)', () => {
  expect(categoryOf('Network Video Door Station')).toBe('doorstation')
  expect(categoryOf('Network Video Intercom')).toBe('doorstation')
  expect(categoryOf('Network Door Controller')).toBe('accesscontrol')
})

test('any other device type is audio (SHELL-04, SHELL-05)', () => {
  for (const type of ['Network Horn Speaker', 'Network Camera', 'network video intercom', '']) {
    expect(categoryOf(type), type).toBe('audio')
  }
})
