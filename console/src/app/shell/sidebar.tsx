import { BrandMark } from '@lintel/ui/brand'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { pages } from '../pages.ts'
import { useParameterValues } from '../queries.ts'
import { sidebarOf, sidebarPathOf } from '../routing/page-table.ts'
import type { Page } from '../routing/page-table.ts'
import { me } from '../session/me.ts'
import { useStore } from '../store.ts'
import styles from './sidebar.module.css'

/** The way to every page that this person may open on this device. A §2 Sidebar. */
export function Sidebar(props: { id: string; product: string; pathname: string }) {
  const { id, product, pathname } = props
  const text = useText()
  const language = useLanguage()
  const parameters = useParameterValues()
  const groups = useStore(me)?.groups ?? []
  const shown = sidebarOf(pages, { groups, parameters }, ({ titleId }) => text(titleId), language)
  const current = sidebarPathOf(pages, pathname)
  const name = parameters.get('root.Network.Bonjour.FriendlyName')

  return (
    <nav id={id} className={styles['side']} aria-label={text('shell.mainMenu')}>
      <a className={styles['brand']} href="#/">
        <BrandMark />
        <span>
          {product}
          {name !== undefined && name !== product && <small>{name}</small>}
        </span>
      </a>
      {shown.map((entry) => (
        <div key={entry.group} className={styles['group']}>
          {entry.group !== 'main' && (
            <h2 id={`${id}-${entry.group}`}>{text(`shell.group.${entry.group}`)}</h2>
          )}
          <ul aria-labelledby={entry.group === 'main' ? undefined : `${id}-${entry.group}`}>
            {entry.pages.map((page) => (
              <li key={page.path}>
                <Entry page={page} current={page.path === current} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Entry({ page, current }: { page: Page; current: boolean }) {
  const text = useText()
  const Icon = page.icon
  return (
    <a
      className={styles['entry']}
      href={`#${page.path}`}
      aria-current={current ? 'page' : undefined}
    >
      {Icon && <Icon size={16} />}
      <span>{text(page.titleId)}</span>
    </a>
  )
}
