import { TOPICS } from '@lintel/contract/events'
import { useText } from '@lintel/ui/i18n'
import { useStore } from '@lintel/ui/store'
import { useInstant } from '../../app/clock/use-instant.ts'
import { happenings } from '../events/happenings.ts'
import { Fresh } from '../overview/tiles/fresh.tsx'
import styles from '../overview/tiles/tile.module.css'

const TOPICS_OF_READER: readonly string[] = [TOPICS.cardReader, TOPICS.access]

/** The last card or PIN at the reader, and what came of it. Never what is on the card. */
export function ReaderTile() {
  const text = useText()
  const instant = useInstant('second')
  const last = useStore(happenings).find(({ topic }) => TOPICS_OF_READER.includes(topic))
  if (!last) return <p className={styles['none']}>{text('tiles.reader.none')}</p>
  return (
    <>
      <p className={styles['value']}>
        <Fresh value={text(`tiles.event.${last.what}`, { ...last.values })} />
      </p>
      <p className={styles['sub']}>{instant(last.at)}</p>
    </>
  )
}
