import type { CsvColumn, CsvImport, CsvRow } from '@lintel/contract/calls/phonebook-files'
import type { MessageId } from '@lintel/contract/messages'
import { fullName } from '@lintel/contract/rules/phonebook'
import { Button } from '@lintel/ui/button'
import { Chip } from '@lintel/ui/chip'
import { useProblemText, useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import { useLocalList } from '@lintel/ui/list'
import type { Column } from '@lintel/ui/list'
import { Table } from '@lintel/ui/table'
import styles from './files.module.css'

/** A row with the id that tables need. */
type Line = CsvRow & { id: string }

/** What a CSV file would do, row by row. */
export function CsvPreview(props: { preview: CsvImport; busy: boolean; onApply: () => void }) {
  const { preview, busy, onApply } = props
  const text = useText()
  const problemText = useProblemText()
  const columns = columnsOf(text, problemText)
  const rows = preview.rows.map((row): Line => ({ ...row, id: String(row.line) }))
  const list = useLocalList({ rows }, { columns })
  const { add, change, same, refuse, organisations } = preview
  const changes = add + change
  return (
    <>
      <div className={styles['foot']}>
        <p>{text('phonebook.csv.counts', { add, change, same, refuse })}</p>
        {organisations.length > 0 && (
          <p>
            {text('phonebook.csv.organisations', {
              count: organisations.length,
              names: organisations.slice(0, NAMES_SHOWN).join(', '),
            })}
          </p>
        )}
        {add + change + same + refuse > rows.length && (
          <p>{text('phonebook.csv.firstRows', { count: rows.length })}</p>
        )}
      </div>
      <Table
        caption={text('phonebook.csv.preview')}
        columns={columns}
        list={list}
        empty={text('phonebook.csv.empty')}
      />
      <div className={styles['foot']}>
        <Button kind="primary" busy={busy} disabled={changes === 0} onClick={onApply}>
          {text('phonebook.csv.apply', { count: changes })}
        </Button>
      </div>
    </>
  )
}

/** How many new organisations are named. */
const NAMES_SHOWN = 10

const STATUS = { add: 'ok', change: 'warn', same: 'neutral', refuse: 'crit' } as const

/** What people call the columns of a file. */
const COLUMN = {
  organisation: 'pages.organisation',
  department: 'phonebook.department',
  firstName: 'phonebook.firstName',
  lastName: 'phonebook.lastName',
  speedDial: 'phonebook.speedDial',
  address: 'phonebook.address',
  account: 'phonebook.account',
} as const satisfies Record<CsvColumn, MessageId>

function columnsOf(text: TextOf, problemText: ReturnType<typeof useProblemText>): Column<Line>[] {
  const columnName = (column: CsvColumn | 'line'): string =>
    column === 'line' ? '' : `${text(COLUMN[column])}: `
  const details = ({ problems, changes, values }: Line): string =>
    problems.length > 0
      ? problems.map(({ column, problem }) => columnName(column) + problemText(problem)).join(' ')
      : changes.map((column) => `${columnName(column)}${values[column] ?? ''}`).join(', ')
  return [
    {
      id: 'line',
      head: text('phonebook.csv.line'),
      sortBy: ({ line }) => line,
      cell: ({ line }) => line,
    },
    {
      id: 'action',
      head: text('phonebook.csv.action'),
      sortBy: ({ action }) => text(`phonebook.csv.action.${action}`),
      cell: ({ action }) => (
        <Chip status={STATUS[action]}>{text(`phonebook.csv.action.${action}`)}</Chip>
      ),
    },
    {
      id: 'name',
      head: text('phonebook.contact'),
      sortBy: ({ values }) => nameIn(values),
      cell: ({ values }) => nameIn(values),
    },
    {
      id: 'organisation',
      head: text(COLUMN.organisation),
      sortBy: ({ values }) => values.organisation ?? '',
      cell: ({ values }) => values.organisation,
      wideOnly: true,
    },
    { id: 'details', head: text('phonebook.csv.details'), cell: details },
  ]
}

const nameIn = ({ firstName = '', lastName = '' }: CsvRow['values']): string =>
  fullName({ firstName, lastName })
