import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import boot from '../public/theme.js?raw'
import { useTheme } from './theme.tsx'

afterEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset['theme']
})

/** Runs the boot script as the page does. */
function start(): void {
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- it is a script and no module
  const script = new Function(boot) as () => void
  script()
}

test('a choice is stored for this browser and the next page', () => {
  const { result } = renderHook(useTheme)
  expect(result.current[0]).toBe('system')
  act(() => result.current[1]('dark'))
  expect(result.current[0]).toBe('dark')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  delete document.documentElement.dataset['theme']
  start()
  expect(document.documentElement.dataset['theme']).toBe('dark')
})

test('following the system stores nothing', () => {
  const { result } = renderHook(useTheme)
  act(() => result.current[1]('light'))
  act(() => result.current[1]('system'))
  expect(localStorage).toHaveLength(0)
  start()
  expect(document.documentElement.dataset['theme']).toBeUndefined()
})

test('a choice in another window applies here', () => {
  const { result } = renderHook(useTheme)
  act(() => {
    dispatchEvent(new StorageEvent('storage', { key: 'lintel.theme', newValue: 'dark' }))
  })
  expect(result.current[0]).toBe('dark')
})

test('an invalid stored choice is ignored', () => {
  localStorage.setItem('lintel.theme', 'purple')
  start()
  expect(document.documentElement.dataset['theme']).toBeUndefined()
})
