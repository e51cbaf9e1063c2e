import { useText } from '@lintel/ui/i18n'
import styles from './tile-skeleton.module.css'

/** What a tile will look like, roughly. */
export type Shape = 'facts' | 'doors' | 'list' | 'bars' | 'value' | 'text'

/** The blocks of each shape. */
const BLOCKS = { facts: 8, doors: 2, list: 4, bars: 2, value: 2, text: 3 } as const

/** A tile's own shape in grey, while its content is loading. */
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
