import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { useCallback, useEffect } from 'react'
import { bare, useView } from '../app/framed.ts'
import { lazyPart } from '../app/lazy-part.tsx'
import { useReading } from '../app/reading.ts'
import type { PageProps } from '../app/start.tsx'
import { CHANGES_INTERVAL } from '../app/timing.ts'
import { View } from '../app/view.tsx'
import { hasPorts, readDtmf } from './read.ts'
import { viewCalled, viewName } from './view-name.ts'
import type { View as Shown } from './view-name.ts'

const Lists = lazyPart(async () => (await import('./lists.tsx')).Lists)
const Forms = lazyPart(async () => (await import('./forms.tsx')).Forms)

// While the page reads who opens it.
Lists.preload()

/** How the device takes keys during calls, and what codes do. B §2 SIP (OPEN-79). */
export function Dtmf({ about }: PageProps) {
  const text = useText()
  const faultText = useFaultText()
  const ports = hasPorts(about.values)
  const read = useCallback((signal: AbortSignal) => readDtmf(ports, signal), [ports])
  const { data, fault, again } = useReading(read, CHANGES_INTERVAL)
  const { view: name, show } = useView()
  const view = viewCalled(name)
  const open = (next: Shown) => show(viewName(next), 'open')
  useEffect(() => Forms.preload(), [])
  return (
    <>
      {!bare && <PageHead title={text('pages.sipDtmf')} />}
      {data && fault !== undefined && <Notice status="crit" title={faultText(fault)} />}
      {!data && fault === undefined && <Loading />}
      {!data && fault !== undefined && <LoadFailed fault={fault} onRetry={() => void again()} />}
      {data && (
        <View name={view && name}>
          {view ? (
            <Forms view={view} state={data} again={again} onClose={() => show('', 'close')} />
          ) : (
            <Lists state={data} onOpen={open} />
          )}
        </View>
      )}
    </>
  )
}
