import styles from './tabs.module.css'

/** The parts of a page as links: each has an address. */
export function TabLinks(props: {
  label: string
  items: readonly { href: string; label: string; current: boolean }[]
}) {
  return (
    <nav className={styles['tabs']} aria-label={props.label}>
      {props.items.map(({ href, label, current }) => (
        <a key={href} href={href} aria-current={current ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}
