import { Button } from '@lintel/ui/button'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { guardStrayDrops } from '@lintel/ui/stray-drops'
import { useEffect } from 'react'
import { bare, useView } from '../app/framed.ts'
import { lazyPart } from '../app/lazy-part.tsx'
import { useReading } from '../app/reading.ts'
import type { PageProps } from '../app/start.tsx'
import { View } from '../app/view.tsx'
import styles from './certificates.module.css'
import { readCertificates, readInterval } from './read.ts'
import { viewCalled, viewName } from './view-name.ts'
import type { View as Shown } from './view-name.ts'

const Lists = lazyPart(async () => (await import('./lists.tsx')).Lists)
const Views = lazyPart(async () => (await import('./views.tsx')).Views)

// While the page reads who opens it.
Lists.preload()

/** The device's certificates and its CA certificates. B §2 Certificates page. */
export function Certificates({ about }: PageProps) {
  const text = useText()
  const faultText = useFaultText()
  const { data, fault, again } = useReading(readCertificates, readInterval())
  const { view: name, show } = useView()
  const view = viewCalled(name)
  // A certificate that was deleted elsewhere has no details to show.
  const lost = view?.kind === 'details' && !data?.some(({ id }) => id === view.id)
  const shown = lost ? undefined : view
  const open = (next: Shown) => show(viewName(next), 'open')
  useEffect(() => Views.preload(), [])
  useEffect(() => guardStrayDrops(), [])
  const actions = (
    <>
      <Button onClick={() => open({ kind: 'upload' })}>{text('certificates.upload')}</Button>
      <Button kind="primary" onClick={() => open({ kind: 'create' })}>
        {text('certificates.create')}
      </Button>
    </>
  )
  return (
    <>
      {!bare && (
        <PageHead
          title={text('pages.certificates')}
          note={text('certificates.pageNote')}
          actions={data && !shown ? actions : undefined}
        />
      )}
      {data && fault !== undefined && <Notice status="crit" title={faultText(fault)} />}
      {!data && fault === undefined && <Loading />}
      {!data && fault !== undefined && <LoadFailed fault={fault} onRetry={() => void again()} />}
      {data && (
        <View name={shown && name}>
          {shown ? (
            <Views
              view={shown}
              values={about.values}
              certificates={data}
              again={again}
              onDetails={(id) => show(viewName({ kind: 'details', id }), 'replace')}
              onLists={() => show('', 'close')}
            />
          ) : (
            <>
              {bare && <div className={styles['tools']}>{actions}</div>}
              <Lists certificates={data} onOpen={(id) => open({ kind: 'details', id })} />
            </>
          )}
        </View>
      )}
    </>
  )
}
