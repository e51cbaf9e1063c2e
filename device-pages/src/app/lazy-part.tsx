import { systemReady } from '@lintel/contract/calls/system'
import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { anyUnsaved } from '@lintel/ui/unsaved'
import type { ComponentType } from 'react'
import { useEffect, useState } from 'react'
import { device } from './device.ts'
import { useReading } from './reading.ts'
import { POLL_TIMEOUT, RECONNECT_INTERVAL } from './timing.ts'

/**
 * A part of a page that loads when it is first shown, or by `preload` before that. A failure to load
 * is shown, and the page loads again by itself once the device is back.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined
  async function read(): Promise<ComponentType<P>> {
    loaded = await load()
    return loaded
  }

  function LazyPart(props: P) {
    const { data, fault } = useReading(read)
    // Shown at once when it was loaded before, without a frame in between.
    const Part = data ?? loaded
    if (Part) return <Part {...props} />
    return fault === undefined ? <Loading /> : <PartFailed />
  }

  return Object.assign(LazyPart, {
    /** Starts loading; the part itself shows a failure and the way to retry. */
    preload: () => void read().catch(() => undefined),
  })
}

const ask = (signal: AbortSignal) =>
  device.call(systemReady, { timeout: 0 }, { signal, timeoutMs: POLL_TIMEOUT })

/**
 * Only a reload can request a part again, because browsers remember a failed module. It comes by
 * itself when the device was gone and answers again, unless it would lose something unsaved.
 */
function PartFailed() {
  const text = useText()
  const { fault } = useReading(ask, RECONNECT_INTERVAL)
  const gone = fault !== undefined
  const [wasGone, setWasGone] = useState(false)
  if (gone && !wasGone) setWasGone(true)
  const back = wasGone && !gone
  useEffect(() => {
    if (back && !anyUnsaved()) location.reload()
  }, [back])
  return (
    <Notice
      status="crit"
      title={text('ui.loadFailed')}
      action={<Button onClick={() => location.reload()}>{text('ui.retry')}</Button>}
    >
      {gone ? text('ui.loadsWhenBack') : undefined}
    </Notice>
  )
}
