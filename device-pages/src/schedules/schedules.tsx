import { listSchedules } from '@lintel/contract/calls/schedule-rows'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { useEffect } from 'react'
import { isDoorStation } from '../app/about.ts'
import { device, deviceHas } from '../app/device.ts'
import { bare, useView } from '../app/framed.ts'
import { lazyPart } from '../app/lazy-part.tsx'
import { useReading } from '../app/reading.ts'
import type { PageProps } from '../app/start.tsx'
import { CHANGES_INTERVAL, POLL_TIMEOUT } from '../app/timing.ts'
import { View } from '../app/view.tsx'
import { TEXTS } from './texts.ts'
import type { Kind } from './values.ts'
import { viewCalled, viewName } from './view-name.ts'
import type { View as Shown } from './view-name.ts'

// What reads calendars is larger than the rest of the page, and loads while the page reads the device.
const List = lazyPart(async () => (await import('./schedule-list.tsx')).ScheduleList)
List.preload()
const Form = lazyPart(async () => (await import('./schedule-forms.tsx')).ScheduleForms)

const read = (signal: AbortSignal) =>
  device.call(listSchedules, {}, { signal, timeoutMs: POLL_TIMEOUT })

/**
 * Schedules of one kind: those that are active for some time, in which rules apply and contacts can
 * be called, or recurrences, which happen at moments and start rules. A §2 Events.
 */
export function SchedulesPage({ kind, about }: PageProps & { kind: Kind }) {
  const text = useText()
  return (
    <>
      {!bare && <PageHead title={text(TEXTS[kind].title)} />}
      {deviceHas(listSchedules) ? (
        <Schedules kind={kind} contacts={isDoorStation(about)} />
      ) : (
        <Notice title={text('schedules.unavailable')} />
      )}
    </>
  )
}

function Schedules({ kind, contacts }: { kind: Kind; contacts: boolean }) {
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
  const schedules = data.schedules.filter(({ type }) => type === kind)
  return (
    <>
      {fault !== undefined && <Notice status="crit" title={faultText(fault)} />}
      <View name={view && name}>
        {view ? (
          <Form
            kind={kind}
            view={view}
            schedules={schedules}
            now={data.now}
            again={again}
            onClose={() => show('', 'close')}
          />
        ) : (
          <List
            kind={kind}
            contacts={contacts}
            schedules={schedules}
            total={data.schedules.length}
            timeZone={data.timeZone}
            now={data.now}
            onOpen={open}
          />
        )}
      </View>
    </>
  )
}
