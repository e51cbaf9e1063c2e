import { useText } from '@lintel/ui/i18n'
import styles from './tile-skeleton.module.css'

/** The outline of a tile's content. */
export type Shape = 'steps' | 'facts' | 'doors' | 'list' | 'row' | 'bars' | 'value' | 'text'

/** How many blocks each shape has. */
const BLOCKS = {
  steps: 4,
  facts: 8,
  doors: 2,
  list: 4,
  row: 1,
  bars: 2,
  value: 2,
  text: 3,
} as const

/** A grey outline of a tile's content while that is loading. */
export function TileSkeleton({ shape }: { shape: Shape }) {
  const text = useText()
  return (
    <div className={styles['skeleton']} data-shape={shape}>
      <output className="sr-only">{text('ui.loading')}</output>
      {Array.from({ length: BLOCKS[shape] }, (_, at) => (
        <div key={at} aria-hidden="true">
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
