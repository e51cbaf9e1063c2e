import { listMediaProfiles } from '@lintel/contract/calls/onvif-profiles'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { useEffect } from 'react'
import { device, deviceHas } from '../app/device.ts'
import { bare, useView } from '../app/framed.ts'
import { lazyPart } from '../app/lazy-part.tsx'
import { useReading } from '../app/reading.ts'
import type { PageProps } from '../app/start.tsx'
import { CHANGES_INTERVAL, POLL_TIMEOUT } from '../app/timing.ts'
import { View } from '../app/view.tsx'
import { RESOLUTIONS, resolutionsIn } from '../camera-settings/settings.ts'
import { viewCalled, viewName } from './view-name.ts'
import type { View as Shown } from './view-name.ts'

const List = lazyPart(async () => (await import('./profile-list.tsx')).ProfileList)
const Form = lazyPart(async () => (await import('./profile-form.tsx')).ProfileForms)

const read = (signal: AbortSignal) =>
  device.call(listMediaProfiles, {}, { signal, timeoutMs: POLL_TIMEOUT })

// While the page reads who opens it.
List.preload()

/** The media profiles by which ONVIF clients choose a stream. B §2 (ONVIF-04). */
export function MediaProfiles(props: PageProps) {
  const text = useText()
  return (
    <>
      {!bare && <PageHead title={text('ui.mediaProfiles')} />}
      {deviceHas(listMediaProfiles) ? (
        <Profiles {...props} />
      ) : (
        <Notice title={text('mediaProfiles.unavailable')} />
      )}
    </>
  )
}

function Profiles({ about }: PageProps) {
  const faultText = useFaultText()
  const { data, fault, again } = useReading(read, CHANGES_INTERVAL)
  const { view: name, show } = useView()
  const view = viewCalled(name)
  const open = (next: Shown) => show(viewName(next), 'open')
  useEffect(() => Form.preload(), [])
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
          <Form
            view={view}
            profiles={data.profiles}
            sizes={resolutionsIn(about.values.get(RESOLUTIONS), '')}
            again={again}
            onClose={() => show('', 'close')}
          />
        ) : (
          <List profiles={data.profiles} max={data.max} onOpen={open} />
        )}
      </View>
    </>
  )
}
