import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Bench } from './bench.tsx'
import { fakeBench } from './testing/fake-bench.ts'
import { catalogues } from './catalogues.ts'

let bench: ReturnType<typeof fakeBench>
beforeEach(() => {
  bench = fakeBench()
  renderWithMessages(<Bench />, 'en', catalogues)
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
