import { useLanguage, useText } from '@lintel/ui/i18n'
import { measureText } from '@lintel/ui/measure-text'
import { useQuery } from '@tanstack/react-query'
import { Fresh } from '../overview/tiles/fresh.tsx'
import { TileView } from '../overview/tiles/tile-view.tsx'
import styles from '../overview/tiles/tile.module.css'
import { STATUS, stateOf } from './measures.ts'
import { healthQuery } from './queries.ts'

/** The temperature of a device without a display, which has no heat events. */
export function HousingTile() {
  const text = useText()
  const language = useLanguage()
  return (
    <TileView query={useQuery(healthQuery('hour'))} shape="value">
      {(health) => {
        const { temperature } = health.latest
        const state = stateOf('temperature', health)
        if (temperature === null || state === undefined) {
          return <p className={styles['none']}>{text('ui.unknown')}</p>
        }
        return (
          <>
            <p className={styles['value']}>
              <i className={styles['lamp']} data-status={STATUS[state]} aria-hidden="true" />
              <Fresh value={text(`health.state.${state}`)} />
            </p>
            <p className={styles['sub']}>{measureText(language, temperature, '°C')}</p>
          </>
        )
      }}
    </TileView>
  )
}
