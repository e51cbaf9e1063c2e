import styles from './plates.module.css'

/** A horn, seen from the front. */
export function Horn({ product }: { product: string }) {
  return (
    <>
      <div className={styles['horn']}>
        <div className={styles['throat']} />
      </div>
      <div className={styles['bracket']}>{product}</div>
    </>
  )
}

/** A speaker behind its grille, with its identification light. */
export function Round({ power }: { power: boolean }) {
  return (
    <div className={styles['round']}>
      <i className={styles['lamp']} data-lit={power || undefined} />
    </div>
  )
}

/** A control box with its lights and terminals. */
export function Box(props: { product: string; power: boolean; ready: boolean }) {
  const { product, power, ready } = props
  return (
    <>
      <div className={styles['terminals']} />
      <div className={styles['panel']}>
        <b>{product}</b>
        <span className={styles['lamps']}>
          <i className={styles['lamp']} data-lit={power || undefined} />
          <i className={styles['lamp']} data-lit={ready || undefined} />
        </span>
      </div>
      <div className={styles['terminals']} />
    </>
  )
}
