import type { StatusLight } from '@lintel/contract/shown'
import { StatusLed } from './plate-parts.tsx'
import styles from './plates.module.css'

/** A horn, seen from the front. */
export function Horn({
  product,
  statusLight,
}: {
  product: string
  statusLight: StatusLight | null
}) {
  return (
    <>
      <div className={styles['horn']}>
        <div className={styles['throat']} />
      </div>
      <div className={styles['bracket']}>
        <StatusLed light={statusLight} />
        {product}
      </div>
    </>
  )
}

/** A speaker behind its grille. */
export function Round({ statusLight }: { statusLight: StatusLight | null }) {
  return (
    <div className={styles['round']}>
      <StatusLed light={statusLight} />
    </div>
  )
}

/** A control box with its lights and terminals. */
export function Box(props: { product: string; power: boolean; statusLight: StatusLight | null }) {
  const { product, power, statusLight } = props
  return (
    <>
      <div className={styles['terminals']} />
      <div className={styles['panel']}>
        <b>{product}</b>
        <span className={styles['lamps']}>
          <i className={styles['lamp']} data-lit={power || undefined} />
          <StatusLed light={statusLight} />
        </span>
      </div>
      <div className={styles['terminals']} />
    </>
  )
}
