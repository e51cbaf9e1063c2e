import { Loading, LoadFailed } from '@lintel/ui/loading'
import type { ComponentType } from 'react'
import { useReading } from './reading.ts'

/**
 * A part of a page that loads when it is first shown, or by `preload` before that. A failure to load
 * is shown with a way to retry.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined
  async function read(): Promise<ComponentType<P>> {
    loaded = await load()
    return loaded
  }

  function LazyPart(props: P) {
    const { data, fault, again } = useReading(read)
    // Shown at once when it was loaded before, without a frame in between.
    const Part = data ?? loaded
    if (Part) return <Part {...props} />
    return fault === undefined ? (
      <Loading />
    ) : (
      <LoadFailed fault={fault} onRetry={() => void again()} />
    )
  }

  return Object.assign(LazyPart, {
    /** Starts loading; the part itself shows a failure and the way to retry. */
    preload: () => void read().catch(() => undefined),
  })
}
