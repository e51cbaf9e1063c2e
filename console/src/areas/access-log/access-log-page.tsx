import type { LoggedAccess } from '@lintel/contract/calls/access-log'
import { Chip } from '@lintel/ui/chip'
import type { TextOf } from '@lintel/ui/i18n'
import { useText } from '@lintel/ui/i18n'
import type { Column } from '@lintel/ui/list'
import { useInstant } from '../../app/clock/use-instant.ts'
import { LogPage } from '../../app/list/log-page.tsx'
import { useNarrow } from '../../app/use-narrow.ts'
import { accessLog } from './queries.ts'
import { resultIn, whoIn } from './who.ts'
import styles from './access-log.module.css'

const TEXTS = {
  title: 'pages.accessLog',
  note: 'accessLog.note',
  exportFailed: 'accessLog.exportFailed',
  empty: 'accessLog.empty',
  filter: 'accessLog.filter',
  clear: 'accessLog.clear',
  clearTitle: 'accessLog.clearTitle',
  clearBody: 'accessLog.clearBody',
  cleared: 'accessLog.cleared',
  clearFailed: 'accessLog.clearFailed',
} as const

/** Who opened which door of a door controller, and why others could not. Own design. */
export function AccessLogPage() {
  const columns = columnsOf(useText(), useInstant('second'), useNarrow())
  return <LogPage log={accessLog} texts={TEXTS} columns={columns} />
}

function columnsOf(
  text: TextOf,
  instant: (utc: string) => string,
  narrow: boolean,
): Column<LoggedAccess>[] {
  return [
    {
      id: 'at',
      head: text('accessLog.at'),
      sortBy: 'device',
      // Room for the date, and the time below it.
      width: narrow ? '34%' : '24%',
      cell: ({ at }) => instant(at),
    },
    {
      id: 'name',
      head: text('accessLog.who'),
      sortBy: 'device',
      cell: (access) => (
        <>
          {access.name === '' ? (
            <span className="muted">{whoIn(text, access)}</span>
          ) : (
            <b>{access.name}</b>
          )}
          {access.presented === 'command' && access.name !== '' && (
            <small className={styles['how']}>{text('accessLog.command')}</small>
          )}
          <small className={styles['narrow']}>{access.door}</small>
          {narrow && <Result access={access} />}
        </>
      ),
    },
    {
      id: 'door',
      head: text('accessLog.door'),
      sortBy: 'device',
      wideOnly: true,
      cell: ({ door }) => door,
    },
    {
      id: 'reason',
      head: text('accessLog.result'),
      sortBy: 'device',
      wideOnly: true,
      cell: (access) => <Result access={access} />,
    },
  ]
}

function Result({ access }: { access: LoggedAccess }) {
  const text = useText()
  return <Chip status={access.reason === 'Granted' ? 'ok' : 'warn'}>{resultIn(text, access)}</Chip>
}
