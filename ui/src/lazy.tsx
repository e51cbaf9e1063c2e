import type { ComponentType, ReactNode } from 'react'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { Loading } from './loading.tsx'

type Outcome = { value: unknown } | { reason: unknown }

const outcomes = new WeakMap<Promise<unknown>, Outcome>()

async function settle(promise: Promise<unknown>): Promise<void> {
  if (outcomes.has(promise)) return
  try {
    outcomes.set(promise, { value: await promise })
  } catch (reason) {
    outcomes.set(promise, { reason })
  }
}

/**
 * The value of a promise; `undefined` while the first one is pending. While another one is pending
 * the last value stays, so that a page keeps its content and the focus as its language changes.
 *
 * Takes the place of React's `use`, because React keeps the fallback of a Suspense boundary for at
 * least 300 ms, however soon the content is ready.
 * @throws the reason of a rejection, for the error boundary
 */
export function usePromise<T>(promise: Promise<T>): T | undefined {
  const subscribe = useCallback(
    (changed: () => void) => {
      let subscribed = true
      async function report() {
        await settle(promise)
        if (subscribed) changed()
      }
      void report()
      return () => {
        subscribed = false
      }
    },
    [promise],
  )
  const current = useSyncExternalStore(subscribe, () => outcomes.get(promise))
  const [last, setLast] = useState(current)
  if (current && current !== last) setLast(current)
  const outcome = current ?? last
  if (outcome && 'reason' in outcome) throw outcome.reason
  return outcome?.value as T | undefined
}

/**
 * A component that loads when it is first rendered. A failure to load reaches the error boundary.
 * @param fallback what to render until then
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode = <Loading />,
): ComponentType<P> {
  let promise: Promise<ComponentType<P>> | undefined

  return function LazyComponent(props: P) {
    promise ??= load()
    const Loaded = usePromise(promise)
    return Loaded ? <Loaded {...props} /> : fallback
  }
}
