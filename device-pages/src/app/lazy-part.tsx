import { Loading, LoadFailed } from '@lintel/ui/loading'
import type { ComponentType } from 'react'
import { useReading } from './reading.ts'

/**
 * A part of a page that loads when it is shown. A failure to load is shown with a way to retry.
 * @param props.load a constant of the module, the same on every render
 */
export function LazyPart<P extends object>(props: {
  load: () => Promise<ComponentType<P>>
  props: P
}) {
  const { load, props: own } = props
  const { data: Part, fault, again } = useReading(load)
  if (Part) return <Part {...own} />
  return fault === undefined ? (
    <Loading />
  ) : (
    <LoadFailed fault={fault} onRetry={() => void again()} />
  )
}
