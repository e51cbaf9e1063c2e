import { BrandMark } from '@lintel/ui/brand'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { useEffect, useRef } from 'react'
import { ErrorBoundary } from '../routing/error-boundary.tsx'
import { sidebarOf, sidebarPathOf } from '../routing/page-table.ts'
import type { Group, Page } from '../routing/page-table.ts'
import { usePages } from '../routing/pages-context.ts'
import { hrefTo, paths } from '../routing/paths.ts'
import { useViewpoint } from '../viewpoint.ts'
import { PageIcon } from './loaded-later.tsx'
import styles from './sidebar.module.css'

/** Whether the group has a heading; a group with a single entry has none. */
const hasHeading = (group: Group): group is Exclude<Group, 'main' | 'events'> =>
  group !== 'main' && group !== 'events'

/** Links to every page that this person can open on this device. A §2 Sidebar. */
export function Sidebar(props: { id: string; product: string; pathname: string }) {
  const { id, product, pathname } = props
  const text = useText()
  const language = useLanguage()
  const viewpoint = useViewpoint()
  const pages = usePages()
  const shown = sidebarOf(pages, viewpoint, ({ titleId }) => text(titleId), language)
  const current = sidebarPathOf(pages, pathname)
  const name = viewpoint.parameters.get('root.Network.Bonjour.FriendlyName')

  return (
    <nav id={id} className={styles['side']} aria-label={text('shell.mainMenu')}>
      <a className={styles['brand']} href={hrefTo(paths.overview())}>
        <BrandMark />
        <span>
          {product}
          {name !== undefined && name !== product && <small>{nameWithout(name, product)}</small>}
        </span>
      </a>
      {shown.map(({ group, pages: open }) => (
        <div key={group} className={styles['group']}>
          {hasHeading(group) && <h2 id={`${id}-${group}`}>{text(`shell.group.${group}`)}</h2>}
          <ul aria-labelledby={hasHeading(group) ? `${id}-${group}` : undefined}>
            {open.map((page) => (
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

/** The device's name without the product at its start, which factory names have. */
const nameWithout = (name: string, product: string): string =>
  name.startsWith(`${product} - `) ? name.slice(product.length + 3) : name

function Entry({ page, current }: { page: Page; current: boolean }) {
  const text = useText()
  const link = useRef<HTMLAnchorElement>(null)

  // In a low window the entry of the open page may be out of view. The size of the sidebar changes
  // with the window, and when it opens as a menu.
  useEffect(() => {
    const side = link.current?.closest('nav')
    if (!current || !side) return undefined
    const observer = new ResizeObserver(() => {
      link.current?.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(side)
    return () => {
      observer.disconnect()
    }
  }, [current])

  return (
    <a
      ref={link}
      className={styles['entry']}
      href={hrefTo(page.path)}
      aria-current={current ? 'page' : undefined}
    >
      {page.icon && (
        <ErrorBoundary quiet>
          <PageIcon name={page.icon} />
        </ErrorBoundary>
      )}
      <span>{text(page.titleId)}</span>
    </a>
  )
}
