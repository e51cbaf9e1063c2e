import { getRecipients } from '@lintel/contract/calls/recipients'
import { useFaultText } from '@lintel/ui/fault-text'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { useEffect } from 'react'
import { isDoorStation } from '../app/about.ts'
import { deviceHas } from '../app/device.ts'
import { bare, useView } from '../app/framed.ts'
import { lazyForm, lazyPart } from '../app/lazy-part.tsx'
import { useReading } from '../app/reading.ts'
import type { PageProps } from '../app/start.tsx'
import { CHANGES_INTERVAL } from '../app/timing.ts'
import { View } from '../app/view.tsx'
import { readState } from './read.ts'
import { viewCalled, viewName } from './view-name.ts'
import type { View as Shown } from './view-name.ts'

const List = lazyPart(async () => (await import('./recipient-list.tsx')).RecipientList)
const Forms = lazyForm(
  async () => (await import('./recipient-forms.tsx')).RecipientForms,
  async () => ({ checks: await import('./checks.ts') }),
  () => import('./form-catalogues.ts?languages'),
)

// While the page reads who opens it.
List.preload()

/** Where the actions of rules send something to. A §2 Events. */
export function Recipients({ about }: PageProps) {
  const text = useText()
  return (
    <>
      {!bare && <PageHead title={text('ui.recipients')} />}
      {deviceHas(getRecipients) ? (
        <Page about={about} />
      ) : (
        <Notice title={text('ui.fault.missing')} />
      )}
    </>
  )
}

function Page({ about }: PageProps) {
  const faultText = useFaultText()
  const { data, fault, again } = useReading(readState, CHANGES_INTERVAL)
  const { view: name, show } = useView()
  const view = viewCalled(name)
  const open = (next: Shown) => show(viewName(next), 'open')
  const language = useLanguage()
  useEffect(() => Forms.preload(language), [language])
  if (!data) {
    return fault === undefined ? (
      <Loading />
    ) : (
      <LoadFailed fault={fault} onRetry={() => void again()} />
    )
  }
  return (
    <>
      {fault !== undefined && <Notice status="crit" title={faultText(fault)} />}
      <View name={view && name}>
        {view ? (
          <Forms view={view} {...data} again={again} onClose={() => show('', 'close')} />
        ) : (
          <List {...data} pictures={isDoorStation(about)} onOpen={open} />
        )}
      </View>
    </>
  )
}
