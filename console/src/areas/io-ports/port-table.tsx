import { opensDoor } from '@lintel/contract/doors'
import { Button } from '@lintel/ui/button'
import { Chip } from '@lintel/ui/chip'
import { EditLink } from '@lintel/ui/edit-link'
import { useFaultText } from '@lintel/ui/fault-text'
import type { TextOf } from '@lintel/ui/i18n'
import { useText } from '@lintel/ui/i18n'
import type { Column } from '@lintel/ui/list'
import { Table } from '@lintel/ui/table'
import { showToast } from '@lintel/ui/toast'
import type { ParameterList } from '@lintel/contract/calls/parameters'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useQueryList } from '../../app/list/query-list.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import styles from './port-table.module.css'
import { circuitOf } from './ports.ts'
import type { IoPort } from './ports.ts'
import { DoorAction } from './door-action.tsx'
import { mayBeDone, portStateQuery, readState, switchPort, togglePort } from './port-state.ts'
import { useFewSeconds } from './use-few-seconds.ts'
import { usePortStates } from './use-port-states.ts'

interface PortTableProps {
  parameters: UseQueryResult<ParameterList>
  /** The ports that this table shows. */
  portsOf: (list: ParameterList) => IoPort[]
  /** Whether to number them as relays. */
  relays: boolean
}

/**
 * Ports with their states, which follow the device, and their actions; what an action found out is
 * shown for 5 s. A §4 I/O ports.
 */
export function PortTable({ parameters, portsOf, relays }: PortTableProps) {
  const text = useText()
  const ports = parameters.data ? portsOf(parameters.data) : []
  const columns = columnsOf(text, ports, relays)
  const list = useQueryList(parameters, portsOf, { columns, filterBy: ({ name }) => name })
  return (
    <Table
      caption={text('pages.ioPorts')}
      columns={columns}
      list={list}
      empty={text('ioPorts.empty')}
      filterLabel={text('ioPorts.filter')}
    />
  )
}

/**
 * @param ports all ports of the table, whose states are read together
 * @param relays whether to number them as relays
 */
function columnsOf(text: TextOf, ports: readonly IoPort[], relays: boolean): Column<IoPort>[] {
  return [
    {
      id: 'name',
      head: text('ui.name'),
      sortBy: ({ name }) => name,
      cell: (port) => (
        <>
          <b>{port.name}</b>
          <small className={styles['place']}>
            {placeOf(text, port, relays)}
            <span className={styles['direction']}>
              {text(`ioPorts.direction.${port.direction}`)}
            </span>
          </small>
          <span className={styles['narrow']}>
            <LiveState port={port} ports={ports} />
          </span>
        </>
      ),
    },
    {
      id: 'direction',
      head: text('ioPorts.direction'),
      sortBy: ({ direction }) => direction,
      wideOnly: true,
      cell: ({ direction }) => text(`ioPorts.direction.${direction}`),
    },
    {
      id: 'state',
      head: text('ui.state'),
      wideOnly: true,
      cell: (port) => <LiveState port={port} ports={ports} />,
    },
    {
      id: 'actions',
      head: text('ui.actions'),
      headHidden: true,
      cell: (port) => <PortActions port={port} ports={ports} />,
    },
    {
      id: 'edit',
      head: text('ui.edit'),
      headHidden: true,
      end: true,
      cell: ({ id, name }) => (
        <EditLink
          href={hrefTo(paths.editPort({ port: id }))}
          label={text('ui.editNamed', { name })}
        />
      ),
    },
  ]
}

/** `Port 1`; `Relay 1 (port 4)` for one with a fixed direction, unless its name says so. */
const placeOf = (text: TextOf, { name, number, relayNbr }: IoPort, relays: boolean): string =>
  relays && relayNbr !== undefined && name !== `Relay ${relayNbr}`
    ? text('ioPorts.relay', { number: relayNbr, port: number })
    : text('ioPorts.port', { number })

/** Whether a port is active now, as the device reported last; unknown until it has. */
function LiveState({ port, ports }: { port: IoPort; ports: readonly IoPort[] }) {
  const text = useText()
  const { query, stateOf } = usePortStates(ports)
  const active = stateOf(port)
  // Nothing rather than `Unknown` until the first answer.
  const pending = query.data === undefined && query.error === null
  return (
    <span className={styles['live']}>
      <i data-on={active === true || undefined} aria-hidden="true" />
      {active === undefined ? (
        !pending && text('ui.unknown')
      ) : (
        <span>
          {opensDoor(port) && (
            <b className={styles['lock']}>
              {text(`ioPorts.door.${active ? 'unlocked' : 'locked'}`)}
            </b>
          )}
          {text(`ioPorts.${circuitOf(port, active)}.${active ? 'active' : 'inactive'}`)}
        </span>
      )}
    </span>
  )
}

/** The buttons of a port, and the state that they found, while it is shown. */
function PortActions({ port, ports }: { port: IoPort; ports: readonly IoPort[] }) {
  const text = useText()
  const faultText = useFaultText()
  const [shown, show] = useFewSeconds()
  const [busy, setBusy] = useState<'read' | 'toggle'>()
  const { data: active, isError } = useQuery({ ...portStateQuery(port), enabled: shown })
  const { name } = port

  async function run(action: 'read' | 'toggle', call: (port: IoPort) => Promise<unknown>) {
    setBusy(action)
    try {
      await call(port)
      show()
    } catch (fault) {
      const message = mayBeDone(fault)
        ? text('ioPorts.failed.unknown', { name })
        : text(`ioPorts.failed.${action}`, { name, because: faultText(fault) })
      showToast({ status: 'critical', text: message })
    }
    setBusy(undefined)
  }

  return (
    <div className={styles['actions']}>
      <Button
        busy={busy === 'read'}
        disabled={busy === 'toggle'}
        aria-label={text('ioPorts.readNamed', { name })}
        onClick={() => void run('read', readState)}
      >
        {text('ioPorts.read')}
      </Button>
      {opensDoor(port) ? (
        <DoorAction
          door={port}
          ports={ports}
          busy={busy === 'toggle'}
          disabled={busy === 'read'}
          onSwitch={(unlock) => run('toggle', (door) => switchPort(door, unlock))}
        />
      ) : port.direction === 'output' ? (
        <Button
          busy={busy === 'toggle'}
          disabled={busy === 'read'}
          aria-label={text('ioPorts.toggleNamed', { name })}
          onClick={() => void run('toggle', togglePort)}
        >
          {text('ioPorts.toggle')}
        </Button>
      ) : null}
      <output aria-label={text('ui.stateOf', { name })}>
        {shown && isError && <Chip status="warn">{text('ui.unknown')}</Chip>}
        {shown && !isError && active !== undefined && (
          <Chip status={active ? 'ok' : 'neutral'}>
            {text(`ioPorts.${circuitOf(port, active)}.${active ? 'active' : 'inactive'}`)}
          </Chip>
        )}
      </output>
    </div>
  )
}
