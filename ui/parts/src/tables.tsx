import { DeviceFault } from '@lintel/contract/fault'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { EditLink } from '@lintel/ui/edit-link'
import { UNSORTED, useLocalList } from '@lintel/ui/list'
import type { Column, List } from '@lintel/ui/list'
import { Table } from '@lintel/ui/table'
import { useState } from 'react'
import type { Person } from './samples.ts'
import { people } from './samples.ts'

const COLUMNS: Column<Person>[] = [
  {
    id: 'name',
    head: 'Name',
    cell: ({ name }) => <b>{name}</b>,
    sortBy: ({ name }) => name,
  },
  {
    id: 'department',
    head: 'Department',
    cell: ({ department }) => department,
    sortBy: ({ department }) => department,
    wideOnly: true,
  },
  {
    id: 'speedDial',
    head: 'Speed dial',
    cell: ({ speedDial }) => speedDial,
    sortBy: ({ speedDial }) => speedDial,
    width: 'clamp(84px, 10vw, 128px)',
  },
  {
    id: 'edit',
    head: 'Edit',
    headHidden: true,
    end: true,
    width: 'clamp(58px, 15vw, 116px)',
    cell: ({ id, name }) => <EditLink href={`#${id}`} label={`Edit ${name}`} />,
  },
]

const filterBy = ({ name, department }: Person) => `${name} ${department}`
const FEW = people(4)
const MANY = people(10_000)

const ALWAYS = { view: UNSORTED, onView() {} }
const LOADING: List<Person> = { ...ALWAYS, status: 'loading' }
const FAILED: List<Person> = {
  ...ALWAYS,
  status: 'failed',
  fault: new DeviceFault('timeout', 'contacts.get', ''),
  retry() {},
}
const EMPTY: List<Person> = { ...ALWAYS, status: 'ready', count: 0, at: () => undefined }
const COMING: List<Person> = {
  ...ALWAYS,
  status: 'ready',
  count: 3,
  at: (index) => (index === 0 ? FEW[0] : undefined),
  failed: { fault: new DeviceFault('unreachable', 'contacts.get', ''), retry() {} },
}

/** A table in every state that its list can be in. */
export function TableStates() {
  const few = useLocalList({ rows: FEW }, { columns: COLUMNS })
  return (
    <>
      {(
        [
          ['Table, few rows', few],
          ['Table, loading', LOADING],
          ['Table, failed', FAILED],
          ['Table, empty', EMPTY],
          ['Table, some rows on their way, others failed', COMING],
        ] as const
      ).map(([title, list]) => (
        <Card key={title} title={title}>
          <Table caption={title} columns={COLUMNS} list={list} empty="Nobody yet." />
        </Card>
      ))}
    </>
  )
}

/** 10,000 rows that are sorted, filtered, selected and opened. */
export function LongTable() {
  const [ids, onChange] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState('')
  const list = useLocalList({ rows: MANY }, { columns: COLUMNS, filterBy })
  return (
    <Card title="Table, 10,000 rows" note={opened === '' ? undefined : `Opened: ${opened}`}>
      <Table
        caption="People"
        columns={COLUMNS}
        list={list}
        empty="Nobody yet."
        filterLabel="Find a person"
        onOpen={({ name }) => setOpened(name)}
        selection={{
          ids,
          onChange,
          label: ({ name }) => `Select ${name}`,
          actions: <Button kind="danger">Delete</Button>,
        }}
      />
    </Card>
  )
}
