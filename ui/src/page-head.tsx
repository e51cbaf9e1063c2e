import type { ReactNode } from 'react'
import { useText } from './i18n.tsx'
import styles from './page-head.module.css'

/** The top of a page: breadcrumbs, title, one sentence, and the page's actions. */
export function PageHead(props: {
  title: ReactNode
  note?: ReactNode
  /** The pages above this one, outermost first. */
  trail?: readonly { label: string; href: string }[]
  actions?: ReactNode
}) {
  const { title, note, trail = [], actions } = props
  const text = useText()
  return (
    <div className={styles['head']}>
      <div className={styles['text']}>
        {trail.length > 0 && (
          <nav className={styles['trail']} aria-label={text('ui.trail')}>
            {trail.map(({ label, href }) => (
              <a key={href} href={href}>
                {label}
              </a>
            ))}
          </nav>
        )}
        {/* The router moves the focus here when it opens the page. */}
        <h1 tabIndex={-1}>{title}</h1>
        {note !== undefined && <p>{note}</p>}
      </div>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
