import { getDateTimeInfo } from '@lintel/contract/calls/time'
import { DeviceFault, isMissing } from '@lintel/contract/fault'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed } from '@lintel/ui/loading'
import { PageHead } from '@lintel/ui/page-head'
import { Skeleton } from '@lintel/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { timeQuery } from '../../app/queries.ts'
import { PageTabs } from '../../app/routing/page-tabs.tsx'
import { NowCard } from './now-card.tsx'
import { localTimeQuery, timeSettingsQuery } from './queries.ts'
import { SourceForm } from './source-form.tsx'
import type { TabProps } from './tab-props.ts'
import { ZoneForm } from './zone-form.tsx'

/** The clock and its time source. A §2 Date and Time. */
export const DateTimePage = () => <TimePage Form={SourceForm} />

/** The device's time zone. A §2 Date and Time. */
export const TimeZonePage = () => <TimePage Form={ZoneForm} />

function TimePage({ Form }: { Form: ComponentType<TabProps> }) {
  const text = useText()
  const settings = useQuery(timeSettingsQuery)
  const zoned = useQuery(timeQuery)
  const isOld = isMissing(zoned.error)
  const local = useQuery({ ...localTimeQuery, enabled: isOld })
  const clock = isOld ? local : zoned
  // A device whose time can't be read has none to show.
  const unreadable = clock.data === null && new DeviceFault('malformed', getDateTimeInfo.id, '')
  const failure = settings.error ?? clock.error ?? (unreadable || undefined)
  return (
    <>
      <PageHead title={text('pages.datetime')} note={text('datetime.note')} />
      <PageTabs />
      {settings.data && clock.data ? (
        <>
          <NowCard settings={settings.data} time={clock.data} isZoned={!isOld} />
          <Form settings={settings.data} time={clock.data} />
        </>
      ) : failure ? (
        <LoadFailed
          fault={failure}
          onRetry={() => {
            void settings.refetch()
            void clock.refetch()
          }}
        />
      ) : (
        <Skeleton />
      )}
    </>
  )
}
