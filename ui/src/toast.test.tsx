import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderWithMessages } from './testing/render.tsx'
import { currentToasts, removeToast } from './toast-store.ts'
import { ToastRegion } from './toast-region.tsx'
import { closeToast, pageOpened, showToast } from './toast.tsx'
import { callAnswered, deviceAnswers, deviceLost } from './device-loss.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  act(() => {
    for (const { id } of currentToasts()) removeToast(id)
  })
  vi.useRealTimers()
})

function show(...toasts: Parameters<typeof showToast>[0][]) {
  act(() => toasts.forEach((toast) => showToast(toast)))
}
function wait(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}
const shown = () => currentToasts().map(({ text }) => text)

test('each kind has its own duration, and a message is small or large (SHELL-117, OPEN-12)', () => {
  renderWithMessages(<ToastRegion />)
  show(
    { status: 'ok', text: 'Saved.' },
    { status: 'warning', text: 'Hot.' },
    { status: 'critical', text: 'Failed.', size: 'large' },
  )
  const large = ['Saved.', 'Hot.', 'Failed.'].map(
    (text) => screen.getByText(text).closest('[class*="large"]') !== null,
  )
  expect(large).toEqual([false, false, true])
  wait(4_999)
  expect(shown()).toEqual(['Saved.', 'Hot.', 'Failed.'])
  wait(1)
  expect(shown()).toEqual(['Hot.', 'Failed.'])
  wait(5_000)
  expect(shown()).toEqual(['Failed.'])
  wait(3_600_000)
  expect(shown()).toEqual(['Failed.'])
  fireEvent.click(screen.getByRole('button', { name: 'Close message' }))
  show({ status: 'info', text: 'Started.' })
  wait(4_999)
  expect(shown()).toEqual(['Started.'])
  wait(1)
  expect(shown()).toEqual([])
})

test('a hovered toast stays, and its time restarts when the pointer leaves', () => {
  renderWithMessages(<ToastRegion />)
  show({ status: 'info', text: 'Started.' })
  const toast = screen.getByText('Started.').parentElement as HTMLElement
  wait(4_000)
  fireEvent.pointerEnter(toast)
  wait(60_000)
  expect(shown()).toEqual(['Started.'])
  fireEvent.pointerLeave(toast)
  wait(5_000)
  expect(shown()).toEqual([])
})

test('a toast that has the focus stays when the pointer leaves, and keeps the focus as more appear', () => {
  renderWithMessages(<ToastRegion />)
  show({ status: 'info', text: 'Started.' })
  const close = screen.getByRole('button', { name: 'Close message' })
  act(() => close.focus())
  fireEvent.pointerEnter(close)
  fireEvent.pointerLeave(close)
  wait(60_000)
  expect(shown()).toEqual(['Started.'])
  show({ status: 'critical', text: 'Failed.' })
  expect(document.activeElement).toBe(close)
  act(() => close.blur())
  wait(5_000)
  expect(shown()).toEqual(['Failed.'])
})

test('failures are announced at once, the others politely', () => {
  renderWithMessages(<ToastRegion />)
  show({ status: 'critical', text: 'Failed.' }, { status: 'ok', text: 'Saved.' })
  expect(screen.getByRole('alert').textContent).toBe('Failed.')
  expect(screen.getByRole('status').textContent).toBe('Saved.')
})

test('a repeated toast replaces the older one, and at most three show', () => {
  renderWithMessages(<ToastRegion />)
  show(
    { status: 'critical', text: '1' },
    { status: 'critical', text: '2' },
    { status: 'critical', text: '1' },
  )
  expect(shown()).toEqual(['2', '1'])
  show({ status: 'critical', text: '3' }, { status: 'critical', text: '4' })
  expect(shown()).toEqual(['1', '3', '4'])
})

test('the button of a toast closes it and does what it says; a toast that no longer applies is closed by its text', () => {
  renderWithMessages(<ToastRegion />)
  const onPress = vi.fn()
  show({ status: 'critical', text: 'No level.', action: { label: 'Try again', onPress } })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onPress).toHaveBeenCalledTimes(1)
  expect(shown()).toEqual([])
  show({ status: 'critical', text: 'No level.' }, { status: 'critical', text: 'No picture.' })
  act(() => closeToast('No level.'))
  expect(shown()).toEqual(['No picture.'])
})

test('a toast about how a page was reached ends with the next page, others outlive one, failures all', () => {
  renderWithMessages(<ToastRegion />)
  show(
    { status: 'warning', text: 'No such page.', ofPage: true },
    { status: 'ok', text: 'Saved.' },
    { status: 'critical', text: 'Not deleted.' },
  )
  act(pageOpened)
  expect(shown()).toEqual(['Saved.', 'Not deleted.'])
  act(pageOpened)
  expect(shown()).toEqual(['Not deleted.'])
})

test('failures that were reported while the device was gone end once it is back', () => {
  renderWithMessages(<ToastRegion />)
  show({ status: 'critical', text: 'Too large.' })
  // A single lost call says nothing about the device.
  deviceLost()
  show({ status: 'critical', text: 'Not played.' })
  act(() => deviceAnswers(false))
  expect(shown()).toEqual(['Too large.', 'Not played.'])
  deviceLost()
  show({ status: 'critical', text: 'Not stopped.' })
  act(() => deviceAnswers(true))
  expect(shown()).toEqual(['Too large.', 'Not played.'])
})

test('what the device itself has refused stays when it counts as back', () => {
  renderWithMessages(<ToastRegion />)
  deviceLost()
  show({ status: 'critical', text: 'Not reached.' })
  callAnswered()
  show({ status: 'critical', text: 'Refused.' })
  callAnswered()
  act(() => deviceAnswers(true))
  expect(shown()).toEqual(['Refused.'])
})
