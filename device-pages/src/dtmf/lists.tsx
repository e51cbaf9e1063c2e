import { DTMF_TRIGGERS_MAX } from '@lintel/contract/calls/dtmf-triggers'
import type { DtmfTrigger } from '@lintel/contract/calls/dtmf-triggers'
import type { DtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { EditButton } from '@lintel/ui/edit-link'
import { useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import { useLocalList } from '@lintel/ui/list'
import type { Column } from '@lintel/ui/list'
import { Table } from '@lintel/ui/table'
import { Grip } from 'lucide-react'
import { NameCell } from '../app/name-cell.tsx'
import { useAccountName, useConfigurationName, useOutputName } from './names.ts'
import type { DtmfState } from './read.ts'
import type { View } from './view-name.ts'

interface ListsProps {
  state: DtmfState
  onOpen: (view: View) => void
}

/** The triggers and the configurations. */
export function Lists({ state, onOpen }: ListsProps) {
  return (
    <>
      {state.triggers && <Triggers state={state} triggers={state.triggers} onOpen={onOpen} />}
      <Configurations configurations={state.configurations} onOpen={onOpen} />
    </>
  )
}

/** A column with one button for each row. */
const editColumn = <T extends { id: string }>(
  text: TextOf,
  nameOf: (row: T) => string,
  onEdit: (row: T) => void,
): Column<T> => ({
  id: 'edit',
  head: text('ui.edit'),
  headHidden: true,
  end: true,
  cell: (row) => (
    <EditButton label={text('ui.editNamed', { name: nameOf(row) })} onClick={() => onEdit(row)} />
  ),
})

interface TriggerParts {
  text: TextOf
  accountName: (id: string) => string
  outputName: (port: number) => string
  onEdit: (trigger: DtmfTrigger) => void
}

function triggerColumns(parts: TriggerParts): Column<DtmfTrigger>[] {
  const { text, accountName, outputName, onEdit } = parts
  const pulseOf = ({ pulse }: DtmfTrigger) => text('dtmf.seconds', { seconds: pulse / 1000 })
  return [
    {
      id: 'name',
      head: text('ui.name'),
      sortBy: ({ name }) => name,
      cell: (row) => (
        <NameCell name={row.name}>
          <small>
            {accountName(row.account)} · {outputName(row.port)} · {pulseOf(row)}
          </small>
        </NameCell>
      ),
    },
    {
      id: 'code',
      head: text('dtmf.code'),
      sortBy: ({ code }) => code,
      cell: ({ code }) => <span className="mono">{code}</span>,
    },
    {
      id: 'account',
      head: text('dtmf.account'),
      wideOnly: true,
      sortBy: ({ account }) => accountName(account),
      cell: ({ account }) => accountName(account),
    },
    {
      id: 'output',
      head: text('dtmf.output'),
      wideOnly: true,
      sortBy: ({ port }) => port,
      cell: ({ port }) => outputName(port),
    },
    {
      id: 'pulse',
      head: text('dtmf.pulse'),
      wideOnly: true,
      sortBy: ({ pulse }) => pulse,
      cell: pulseOf,
    },
    editColumn(text, ({ name }) => name, onEdit),
  ]
}

function Triggers(props: ListsProps & { triggers: readonly DtmfTrigger[] }) {
  const { state, triggers, onOpen } = props
  const text = useText()
  const accountName = useAccountName(state.accounts)
  const outputName = useOutputName(state.outputs)
  const columns = triggerColumns({
    text,
    accountName,
    outputName,
    onEdit: ({ id }) => onOpen({ kind: 'trigger', id }),
  })
  const list = useLocalList(
    { rows: triggers },
    { columns, filterBy: ({ name, code }) => `${name} ${code}` },
  )
  const none = state.outputs.length === 0
  return (
    <Card
      title={text('dtmf.triggers')}
      note={text('dtmf.triggers.note')}
      actions={
        <Button
          kind="primary"
          disabled={none || triggers.length >= DTMF_TRIGGERS_MAX}
          onClick={() => onOpen({ kind: 'add' })}
        >
          {text('dtmf.add')}
        </Button>
      }
    >
      <Table
        caption={text('dtmf.triggers')}
        columns={columns}
        list={list}
        empty={text(none ? 'dtmf.noOutputs' : 'dtmf.triggers.empty')}
        icon={Grip}
        filterLabel={text('dtmf.triggers.filter')}
      />
    </Card>
  )
}

type Row = DtmfConfiguration & { id: string }

function configurationColumns(
  text: TextOf,
  nameOf: (row: Row) => string,
  onEdit: (row: Row) => void,
): Column<Row>[] {
  const yesNo = (yes: boolean) => text(yes ? 'ui.yes' : 'ui.no')
  const waysOf = ({ RFC2833, RFC2976 }: Row) => [
    ...(RFC2833 ? [text('dtmf.rfc2833')] : []),
    ...(RFC2976 ? [text('dtmf.rfc2976')] : []),
  ]
  return [
    {
      id: 'name',
      head: text('ui.name'),
      sortBy: nameOf,
      cell: (row) => (
        <NameCell name={nameOf(row)}>
          <small>{waysOf(row).join(' · ') || text('dtmf.noWay')}</small>
        </NameCell>
      ),
    },
    {
      id: 'rfc2833',
      head: text('dtmf.rfc2833'),
      wideOnly: true,
      cell: ({ RFC2833 }) => yesNo(RFC2833),
    },
    {
      id: 'rfc2976',
      head: text('dtmf.rfc2976'),
      wideOnly: true,
      cell: ({ RFC2976 }) => yesNo(RFC2976),
    },
    editColumn(text, nameOf, onEdit),
  ]
}

function Configurations(
  props: Pick<ListsProps, 'onOpen'> & { configurations: DtmfState['configurations'] },
) {
  const { configurations, onOpen } = props
  const text = useText()
  const nameOf = useConfigurationName()
  const columns = configurationColumns(text, nameOf, ({ id }) =>
    onOpen({ kind: 'configuration', id }),
  )
  const list = useLocalList(
    { rows: configurations.map((one) => ({ ...one, id: one.Id })) },
    { columns, filterBy: nameOf },
  )
  return (
    <Card title={text('dtmf.configurations')} note={text('dtmf.configurations.note')}>
      <Table
        caption={text('dtmf.configurations')}
        columns={columns}
        list={list}
        empty={text('dtmf.configurations.empty')}
        filterLabel={text('dtmf.configurations.filter')}
      />
    </Card>
  )
}
