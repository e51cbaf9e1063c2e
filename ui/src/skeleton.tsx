import { useText } from './i18n.tsx'
import styles from './skeleton.module.css'

export interface SkeletonShape {
  /** What is coming; a whole page has a head above its form. */
  shape?: 'page' | 'form' | 'facts' | undefined
  /** How many rows to keep free, as high as those of the content. */
  rows?: number | undefined
}

/**
 * Takes the place of content that loads for the first time, at its height. It appears after a short
 * delay, so that fast loads don't flash. Actions show a spinner instead (`Loading`).
 */
export function Skeleton({ shape = 'form', rows = 4 }: SkeletonShape) {
  const text = useText()
  return (
    <div className={styles['skeleton']} data-skeleton={shape} data-loading="">
      <output className="sr-only">{text('ui.loading')}</output>
      <div aria-busy="true">
        {Array.from({ length: rows }, (_, row) => (
          <i key={row} />
        ))}
      </div>
    </div>
  )
}
