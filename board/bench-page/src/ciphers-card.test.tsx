import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderBench } from './testing/render-bench.tsx'
import type { FakeBench } from './testing/render-bench.tsx'

let bench: FakeBench
beforeEach(() => {
  bench = renderBench()
})
afterEach(() => vi.unstubAllGlobals())

test('a switch leaves legacy cipher suites in the list (FIX-21)', async () => {
  bench.tell()
  const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: /old firmware/ })
  expect(toggle().checked).toBe(false)
  await userEvent.click(toggle())
  expect(bench.sent.at(-1)).toEqual(['/bench/old-ciphers', { left: true }])
  bench.tell({ oldCiphers: true })
  expect(toggle().checked).toBe(true)
  bench.tell({ oldCiphers: null })
  expect(toggle().disabled).toBe(true)
})
