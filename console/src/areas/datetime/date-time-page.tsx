import { getDateTimeInfo } from '@lintel/contract/calls/time'
import { DeviceFault } from '@lintel/contract/fault'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed, Loading } from '@lintel/ui/loading'
import { PageHead } from '@lintel/ui/page-head'
import { TabLinks } from '@lintel/ui/tabs'
import { useQuery } from '@tanstack/react-query'
import { timeQuery } from '../../app/queries.ts'
import { NowCard } from './now-card.tsx'
import { timeSettingsQuery } from './queries.ts'
import { SourceForm } from './source-form.tsx'
import { ZoneForm } from './zone-form.tsx'

const TABS = [
  { path: '/datetime', words: 'datetime.tab.dateTime', Form: SourceForm },
  { path: '/datetime/zone', words: 'datetime.tab.timeZone', Form: ZoneForm },
] as const

/** The clock and where it has its time from. A §2 Date and Time. */
export const DateTimePage = () => <TimePage tab="/datetime" />

/** The zone that the device lives in. A §2 Date and Time. */
export const TimeZonePage = () => <TimePage tab="/datetime/zone" />

function TimePage({ tab }: { tab: (typeof TABS)[number]['path'] }) {
  const text = useText()
  const settings = useQuery(timeSettingsQuery)
  const clock = useQuery(timeQuery)
  const Form = TABS.find(({ path }) => path === tab)?.Form ?? SourceForm
  // A device whose time can't be read has none to show.
  const unreadable = clock.data === null && new DeviceFault('malformed', getDateTimeInfo.id, '')
  const failure = settings.error ?? clock.error ?? (unreadable || undefined)
  return (
    <>
      <PageHead title={text('pages.datetime')} note={text('datetime.note')} />
      <TabLinks
        label={text('pages.datetime')}
        items={TABS.map(({ path, words }) => ({
          href: `#${path}`,
          label: text(words),
          current: path === tab,
        }))}
      />
      {settings.data && clock.data ? (
        <>
          <NowCard settings={settings.data} time={clock.data} />
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
        <Loading />
      )}
    </>
  )
}
