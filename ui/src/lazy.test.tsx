import { act, render, screen } from '@testing-library/react'
import { Component } from 'react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyComponent, usePromise } from './lazy.tsx'

const Value = ({ promise }: { promise: Promise<string> }) => usePromise(promise) ?? 'pending'

class Boundary extends Component<{ children: ReactNode }, { reason?: string }> {
  override state: { reason?: string } = {}
  static getDerivedStateFromError = (reason: unknown) => ({ reason: String(reason) })
  override render() {
    return this.state.reason ?? this.props.children
  }
}

/** A promise, with the functions that settle it. */
function pending<T>() {
  let resolve!: (value: T) => void
  let reject!: (reason: unknown) => void
  const promise = new Promise<T>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { promise, resolve, reject }
}

test('a promise has its value as soon as it resolves, in every component', async () => {
  const { promise, resolve } = pending<string>()
  const { container } = render(
    <>
      <Value promise={promise} /> <Value promise={promise} />
    </>,
  )
  expect(container.textContent).toBe('pending pending')
  await act(async () => {
    resolve('done')
    await promise
  })
  expect(container.textContent).toBe('done done')
  // Rendered again, it does not go back to pending.
  expect(render(<Value promise={promise} />).container.textContent).toBe('done')
})

test('the last value stays until another promise resolves, and a promise that was replaced no longer counts', async () => {
  const [first, second, third] = [pending<string>(), pending<string>(), pending<string>()]
  const { container, rerender } = render(<Value promise={first.promise} />)
  await act(async () => {
    first.resolve('first')
    await first.promise
  })
  rerender(<Value promise={second.promise} />)
  expect(container.textContent).toBe('first')
  rerender(<Value promise={third.promise} />)
  await act(async () => {
    second.resolve('second')
    await second.promise
  })
  expect(container.textContent).toBe('first')
  await act(async () => {
    third.resolve('third')
    await third.promise
  })
  expect(container.textContent).toBe('third')
})

test('a rejection reaches the error boundary', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { promise, reject } = pending<string>()
  const { container } = render(
    <Boundary>
      <Value promise={promise} />
    </Boundary>,
  )
  await act(async () => {
    reject('broken')
    await promise.catch(() => undefined)
  })
  expect(container.textContent).toBe('broken')
})

test('a component loads once, when it is first rendered', async () => {
  const load = vi.fn(() => Promise.resolve(({ name }: { name: string }) => <b>{name}</b>))
  const Lazy = lazyComponent(load, <i>Loading</i>)
  expect(load).not.toHaveBeenCalled()
  const { container } = render(<Lazy name="one" />)
  expect(container.innerHTML).toBe('<i>Loading</i>')
  expect(await screen.findByText('one')).toBeTruthy()
  expect(render(<Lazy name="two" />).container.innerHTML).toBe('<b>two</b>')
  expect(load).toHaveBeenCalledOnce()
})
