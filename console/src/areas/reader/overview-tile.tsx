import { TOPICS } from '@lintel/contract/events'
import { useText } from '@lintel/ui/i18n'
import { useStore } from '@lintel/ui/store'
import { useInstant } from '../../app/clock/use-instant.ts'
import { useUpdates } from '../../app/events/live.ts'
import { happenings } from '../events/happenings.ts'
import { useListeningSince } from '../events/use-listening-since.ts'
import { Fresh } from '../overview/tiles/fresh.tsx'
import { TileSkeleton } from '../overview/tiles/tile-skeleton.tsx'
import styles from '../overview/tiles/tile.module.css'

const TOPICS_OF_READER: readonly string[] = [TOPICS.cardReader, TOPICS.access]

/** The last card or PIN at the reader and its result. Never what is on the card. */
export function ReaderTile() {
  const text = useText()
  const instant = useInstant('second')
  const updates = useUpdates()
  const since = useListeningSince()
  const last = useStore(happenings).find(({ topic }) => TOPICS_OF_READER.includes(topic))
  if (!last) {
    if (updates === 'none') return <p className={styles['none']}>{text('ui.notReported')}</p>
    if (since === undefined) return <TileSkeleton shape="value" />
    return <p className={styles['none']}>{text('tiles.reader.none', { time: since })}</p>
  }
  return (
    <>
      <p className={styles['value']}>
        <Fresh value={text(`tiles.event.${last.what}`, { ...last.values })} />
      </p>
      <p className={styles['sub']}>{instant(last.at)}</p>
    </>
  )
}
