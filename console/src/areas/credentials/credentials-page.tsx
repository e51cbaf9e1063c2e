import { CREDENTIALS_MAX } from '@lintel/contract/calls/access-control'
import type { Credential } from '@lintel/contract/calls/access-control'
import { LinkButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { Chip } from '@lintel/ui/chip'
import { EditLink } from '@lintel/ui/edit-link'
import type { TextOf } from '@lintel/ui/i18n'
import { useText } from '@lintel/ui/i18n'
import type { Column } from '@lintel/ui/list'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { Table } from '@lintel/ui/table'
import { useQuery } from '@tanstack/react-query'
import { IdCard } from 'lucide-react'
import { utcAt } from '../../app/clock/device-clock.ts'
import type { DeviceTime } from '../../app/clock/device-clock.ts'
import { useInstant } from '../../app/clock/use-instant.ts'
import { useQueryList } from '../../app/list/query-list.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { cardOf, isEnabled, takesPin, validity } from './credential-values.ts'
import type { Credentials } from './credential-values.ts'
import styles from './credentials.module.css'
import { credentialsQuery } from './queries.ts'

/** A credential, under its token as the id of its row. */
type CredentialRow = Credential & { id: string; state: State }

const STATES = ['allowed', 'notYet', 'expired', 'blocked'] as const
type State = (typeof STATES)[number]

function stateOf(one: Credential, clock: DeviceTime): State {
  if (!isEnabled(one)) return 'blocked'
  const now = validity(one, utcAt(clock, performance.now()))
  return now === 'valid' ? 'allowed' : now
}

const rowsIn = ({ list, clock }: Credentials): CredentialRow[] =>
  list.map((one) => ({ ...one, id: one.token, state: stateOf(one, clock) }))

/** Who may open the doors of a door controller, with which card or PIN. Own design. */
export function CredentialsPage() {
  const text = useText()
  const instant = useInstant()
  const query = useQuery(credentialsQuery)
  const columns = columnsOf(text, instant)
  const list = useQueryList(query, rowsIn, {
    columns,
    filterBy: (one) => `${one.Description} ${cardOf(one) ?? ''}`,
  })
  const isFull = (query.data?.list.length ?? 0) >= CREDENTIALS_MAX
  return (
    <>
      <PageHead
        title={text('pages.credentials')}
        note={text('credentials.note')}
        actions={
          query.data &&
          !isFull && (
            <LinkButton kind="primary" href={hrefTo(paths.addCredential())}>
              {text('pages.newCredential')}
            </LinkButton>
          )
        }
      />
      {isFull && (
        <Notice status="warn" title={text('credentials.full', { max: CREDENTIALS_MAX })}>
          {text('credentials.full.next')}
        </Notice>
      )}
      <Card>
        <Table
          caption={text('pages.credentials')}
          columns={columns}
          list={list}
          empty={text('credentials.empty')}
          icon={IdCard}
          filterLabel={text('credentials.filter')}
        />
      </Card>
    </>
  )
}

function columnsOf(text: TextOf, instant: (utc: string) => string): Column<CredentialRow>[] {
  return [
    {
      id: 'name',
      head: text('ui.name'),
      sortBy: ({ Description }) => Description,
      cell: (row) => (
        <div className={styles['name']}>
          <b>{nameOf(row)}</b>
          <small className="mono">{cardOf(row)}</small>
        </div>
      ),
    },
    {
      id: 'card',
      head: text('credentials.card'),
      sortBy: (row) => cardOf(row) ?? '',
      wideOnly: true,
      cell: (row) => <span className="mono">{cardOf(row) ?? '–'}</span>,
    },
    {
      id: 'pin',
      head: text('credentials.pin'),
      sortBy: (row) => Number(!takesPin(row)),
      cell: (row) =>
        takesPin(row) ? text('ui.yes') : <span className="muted">{text('ui.no')}</span>,
    },
    {
      id: 'state',
      head: text('ui.state'),
      sortBy: ({ state }) => STATES.indexOf(state),
      cell: (row) => <StateCell row={row} text={text} instant={instant} />,
    },
    {
      id: 'edit',
      head: text('ui.edit'),
      headHidden: true,
      end: true,
      cell: (row) => (
        <EditLink
          href={hrefTo(paths.editCredential({ token: row.token }))}
          label={text('ui.editNamed', { name: nameOf(row) })}
        />
      ),
    },
  ]
}

/** Other clients may add some without a name. */
const nameOf = ({ Description, token }: Credential): string => Description || token

function StateCell(props: { row: CredentialRow; text: TextOf; instant: (utc: string) => string }) {
  const { row, text, instant } = props
  const { state, ValidFrom: from, ValidTo: to } = row
  return (
    <>
      <Chip {...(state === 'allowed' ? { status: 'ok' as const } : {})}>
        {text(`credentials.${state}`)}
      </Chip>
      {from !== undefined && (
        <small className="muted">{text('credentials.from', { time: instant(from) })}</small>
      )}
      {to !== undefined && (
        <small className="muted">{text('credentials.until', { time: instant(to) })}</small>
      )}
    </>
  )
}
