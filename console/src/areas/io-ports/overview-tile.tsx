import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { useStore } from '@lintel/ui/store'
import { Switch } from '@lintel/ui/switch'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { connection } from '../../app/device.ts'
import { useStale } from '../../app/events/live.ts'
import { useParameterValues } from '../../app/queries.ts'
import { role } from '../../app/session/me.ts'
import { Fresh } from '../overview/tiles/fresh.tsx'
import { TileView } from '../overview/tiles/tile-view.tsx'
import styles from '../overview/tiles/tile.module.css'
import { otherPortsIn } from './doors.ts'
import { portStatesQuery } from './port-states.ts'
import { actionOf, pressOf } from './ports.ts'
import type { IoPort } from './ports.ts'
import { useOrder } from './use-order.ts'

/** Inputs and outputs that open no door: their states, and what switches them. */
export function PortsTile() {
  const ports = otherPortsIn(useParameterValues())
  const states = useQuery(portStatesQuery(ports))
  return (
    <TileView query={states} shape="list">
      {(active) => (
        <ul className={styles['rows']}>
          {ports.map((port) => (
            <Port
              key={port.id}
              port={port}
              active={states.isError ? undefined : active.get(port.number)}
            />
          ))}
        </ul>
      )}
    </TileView>
  )
}

function Port({ port, active }: { port: IoPort; active: boolean | undefined }) {
  const text = useText()
  const id = useId()
  const stale = useStale()
  const gone = useStore(connection.gone)
  const { busy, failure, order } = useOrder()
  const state = stale || gone ? undefined : active
  const words = text(
    `overview.output.is.${state === undefined ? 'unknown' : state ? 'active' : 'inactive'}`,
  )
  const pressed = pressOf(port, state === true)
  const pulses = pressed.pulse !== undefined
  return (
    <li>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no fieldset: nothing is filled in */}
      <div role="group" aria-labelledby={id} className={styles['row']}>
        <i className={styles['lamp']} data-on={state === true || undefined} aria-hidden="true" />
        <span className={styles['main']}>
          <span id={id}>{port.name}</span>
          <small>{text(`tiles.ports.${port.direction}`)}</small>
        </span>
        <span className={styles['end']}>
          <Fresh value={words} />
        </span>
        {port.direction === 'output' &&
          role() !== 'viewer' &&
          (pulses ? (
            <Button busy={busy} disabled={gone} onClick={() => void order(pressed.action)}>
              {text('tiles.ports.pulse')}
            </Button>
          ) : (
            <Switch
              aria-label={port.name}
              checked={state === true}
              disabled={gone || state === undefined}
              // Not disabled, which would drop the focus.
              aria-busy={busy || undefined}
              onChange={() => busy || void order(actionOf(port, state !== true))}
            />
          ))}
      </div>
      {failure !== undefined && (
        <p role="alert" className={styles['failed']}>
          {failure}
        </p>
      )}
    </li>
  )
}
