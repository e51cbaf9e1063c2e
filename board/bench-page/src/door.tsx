import { useText } from '@lintel/ui/i18n'
import styles from './door.module.css'

/** The door beside the device. */
export function Door({ open }: { open: boolean }) {
  const text = useText()
  return (
    <div className={styles['door']} data-open={open || undefined}>
      <span className="sr-only">{text(open ? 'bench.door.open' : 'bench.door.closed')}</span>
      <span className={styles['hall']} />
      <span className={styles['leaf']}>
        <span className={styles['pane']} />
        <span className={styles['handle']} />
      </span>
    </div>
  )
}
