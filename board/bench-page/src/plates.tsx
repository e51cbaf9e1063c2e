import type { StatusLight } from '@lintel/contract/shown'
import { StatusLed, Waves } from './plate-parts.tsx'
import styles from './plates.module.css'

/** A horn, seen from the front. */
export function Horn(props: { product: string; statusLight: StatusLight | null; sounds: boolean }) {
  const { product, statusLight, sounds } = props
  return (
    <>
      <div className={styles['horn']} data-sounds={sounds || undefined}>
        <div className={styles['throat']} />
        {sounds && <Waves />}
      </div>
      <div className={styles['bracket']}>
        <StatusLed light={statusLight} />
        {product}
      </div>
    </>
  )
}

/** A speaker behind its grille. */
export function Round(props: { statusLight: StatusLight | null; sounds: boolean }) {
  const { statusLight, sounds } = props
  return (
    <div className={styles['round']} data-sounds={sounds || undefined}>
      {sounds && <Waves />}
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
