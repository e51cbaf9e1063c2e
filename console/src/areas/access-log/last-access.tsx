import { useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { useInstant } from '../../app/clock/use-instant.ts'
import { Fresh } from '../overview/tiles/fresh.tsx'
import { TileView } from '../overview/tiles/tile-view.tsx'
import styles from '../overview/tiles/tile.module.css'
import { lastAccessQuery } from './queries.ts'
import { resultIn, whoIn } from './who.ts'

/** Who was at a door last, and whether it opened. */
export function LastAccess() {
  const text = useText()
  const instant = useInstant('second')
  const query = useQuery(lastAccessQuery)
  return (
    <TileView query={query} shape="value">
      {(last) =>
        last === null ? (
          <p className={styles['none']}>{text('accessLog.empty')}</p>
        ) : (
          <>
            <p className={styles['value']}>
              <Fresh value={whoIn(text, last)} />
            </p>
            <p className={styles['sub']}>
              <span>
                {last.door} · {resultIn(text, last)}
              </span>
              <span>{instant(last.at)}</span>
            </p>
          </>
        )
      }
    </TileView>
  )
}
