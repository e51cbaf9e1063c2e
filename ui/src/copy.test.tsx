import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Copyable } from './copy.tsx'
import { renderWithMessages } from './testing/render.tsx'
import { ToastRegion } from './toast-region.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(clipboard: Pick<Clipboard, 'writeText'> | undefined) {
  const user = userEvent.setup({
    writeToClipboard: false,
    advanceTimers: (ms) => vi.advanceTimersByTime(ms),
  })
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, clipboard })
  renderWithMessages(
    <>
      <Copyable term="Serial number" value="B8A44F010203" />
      <ToastRegion />
    </>,
  )
  return () => user.click(screen.getByRole('button', { name: 'Copy: Serial number' }))
}

test('a value is copied, which the button confirms for a moment', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const writeText = vi.fn<Clipboard['writeText']>(() => Promise.resolve())
  await show({ writeText })()
  expect(writeText).toHaveBeenCalledExactlyOnceWith('B8A44F010203')
  expect(await screen.findByText('Copied: Serial number')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.queryByText('Copied: Serial number')).toBeNull()
})

const REFUSING = { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }

test.each([
  ['over plain http', undefined],
  ['where the browser refuses', REFUSING],
])('%s the value is selected instead, and a message says so', async (_, clipboard) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await show(clipboard)()
  expect(await screen.findByText(/^The browser doesn't let this page copy\./)).toBeTruthy()
  expect(getSelection()?.toString()).toBe('B8A44F010203')
})
