import styles from './brand.module.css'

/** The product's logo: a beam on two posts. It is decorative, so it has no accessible name. */
export function BrandMark() {
  return (
    <svg
      className={styles['mark']}
      width="26"
      height="26"
      viewBox="0 0 26 26"
      fill="none"
      aria-hidden="true"
    >
      <path d="M3 6.5h20" stroke="currentColor" strokeWidth="3.4" strokeLinecap="round" />
      <path d="M7 11v11M19 11v11" stroke="currentColor" strokeWidth="3.4" strokeLinecap="round" />
    </svg>
  )
}
