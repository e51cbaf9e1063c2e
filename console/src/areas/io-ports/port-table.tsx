import { Button } from '@lintel/ui/button'
import { Chip } from '@lintel/ui/chip'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Table } from '@lintel/ui/table'
import type { Column } from '@lintel/ui/table'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './port-table.module.css'
import { circuitOf } from './ports.ts'
import type { IoPort } from './ports.ts'
import { mayBeDone, portStateQuery, readState, togglePort } from './queries.ts'
import { useFewSeconds } from './use-few-seconds.ts'

/** Ports with what can be done with them; how one stands is shown for 5 s. A §4 I/O ports. */
export function PortTable({ ports, relays }: { ports: readonly IoPort[]; relays: boolean }) {
  const text = useText()
  return (
    <Table
      caption={text('pages.ioPorts')}
      columns={columnsOf(text, relays)}
      rows={ports}
      rowKey={({ id }) => id}
      empty={text('ports.empty')}
    />
  )
}

type Words = (id: string, values?: Record<string, string | number>) => string

/** @param relays whether they are counted as relays */
function columnsOf(text: Words, relays: boolean): Column<IoPort>[] {
  return [
    {
      id: 'name',
      head: text('ports.name'),
      cell: (port) => (
        <>
          <b>{port.name}</b>
          <small className={styles['place']}>
            {placeOf(text, port, relays)}
            <span className={styles['direction']}>{text(`ports.direction.${port.direction}`)}</span>
          </small>
        </>
      ),
    },
    {
      id: 'direction',
      head: text('ports.direction'),
      wideOnly: true,
      cell: ({ direction }) => text(`ports.direction.${direction}`),
    },
    { id: 'state', head: text('ports.state'), cell: (port) => <PortState port={port} /> },
    {
      id: 'edit',
      head: <span className="sr-only">{text('ports.edit')}</span>,
      end: true,
      cell: ({ id, name }) => (
        <a href={`#/ioPorts/edit/${id}`} aria-label={text('ports.editNamed', { name })}>
          {text('ports.edit')}
        </a>
      ),
    },
  ]
}

/** `Port 1`; of one that is a relay for good `Relay 1 (port 4)`. */
const placeOf = (text: Words, { number, relayNbr }: IoPort, relays: boolean): string =>
  relays && relayNbr !== undefined
    ? text('ports.relay', { number: relayNbr, port: number })
    : text('ports.port', { number })

/** How one port stands, for as long as it is shown, and what asks for it. */
function PortState({ port }: { port: IoPort }) {
  const text = useText()
  const faultText = useFaultText()
  const [shown, show] = useFewSeconds()
  const [busy, setBusy] = useState<'read' | 'toggle'>()
  const { data: active, isError } = useQuery({ ...portStateQuery(port), enabled: shown })
  const { name } = port

  async function ask(what: 'read' | 'toggle', question: (port: IoPort) => Promise<unknown>) {
    setBusy(what)
    try {
      await question(port)
      show()
    } catch (fault) {
      const words = mayBeDone(fault)
        ? text('ports.failed.unknown', { name })
        : text(`ports.failed.${what}`, { name, because: faultText(fault) })
      showToast({ status: 'critical', text: words })
    }
    setBusy(undefined)
  }

  return (
    <div className={styles['state']}>
      <Button
        busy={busy === 'read'}
        disabled={busy === 'toggle'}
        aria-label={text('ports.readNamed', { name })}
        onClick={() => void ask('read', readState)}
      >
        {text('ports.read')}
      </Button>
      {port.direction === 'output' && (
        <Button
          busy={busy === 'toggle'}
          disabled={busy === 'read'}
          aria-label={text('ports.toggleNamed', { name })}
          onClick={() => void ask('toggle', togglePort)}
        >
          {text('ports.toggle')}
        </Button>
      )}
      <output aria-label={text('ports.stateOf', { name })}>
        {shown && isError && <Chip status="warn">{text('ports.unknown')}</Chip>}
        {shown && !isError && active !== undefined && (
          <Chip status={active ? 'ok' : 'neutral'}>
            {text(`ports.${circuitOf(port, active)}.${active ? 'active' : 'inactive'}`)}
          </Chip>
        )}
      </output>
    </div>
  )
}
