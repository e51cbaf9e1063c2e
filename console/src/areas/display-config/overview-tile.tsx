import type { HeatState } from '@lintel/contract/events'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { measureText } from '@lintel/ui/measure-text'
import { useQuery } from '@tanstack/react-query'
import { hasOwnCalls } from '../../app/conditions.ts'
import { useUpdates } from '../../app/events/live.ts'
import { useHeat } from '../../app/heat/use-heat.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { healthQuery } from '../health/queries.ts'
import { Fresh } from '../overview/tiles/fresh.tsx'
import { TileSkeleton } from '../overview/tiles/tile-skeleton.tsx'
import styles from '../overview/tiles/tile.module.css'

const LAMPS = {
  Normal: 'ok',
  Cold: 'warn',
  Warning: 'warn',
  Hot: 'crit',
} as const satisfies Record<HeatState, string>

const isKnown = (state: string | undefined): state is HeatState =>
  state !== undefined && Object.hasOwn(LAMPS, state)

/** How the temperature affects the display. The device reports it only in events. */
export function TemperatureTile() {
  const text = useText()
  const state = useHeat()
  const updates = useUpdates()
  if (!isKnown(state)) {
    return updates === 'none' || state !== undefined ? (
      <p className={styles['none']}>{text('ui.notReported')}</p>
    ) : (
      <TileSkeleton shape="value" />
    )
  }
  return (
    <>
      <p className={styles['value']}>
        <i className={styles['lamp']} data-status={LAMPS[state]} aria-hidden="true" />
        <Fresh value={text(`tiles.temperature.${state}`)} />
      </p>
      <p className={styles['sub']}>
        <span>{text(`tiles.temperature.${state}.note`)}</span>
        <Figure />
      </p>
    </>
  )
}

/** The temperature itself, from firmware that measures it. */
function Figure() {
  const language = useLanguage()
  const { data } = useQuery({
    ...healthQuery('hour'),
    enabled: hasOwnCalls(useViewpoint()) === true,
  })
  const temperature = data?.latest.temperature ?? null
  return temperature === null ? null : <span>{measureText(language, temperature, '°C')}</span>
}
