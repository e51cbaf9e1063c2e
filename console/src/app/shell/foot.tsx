import { useText } from '@lintel/ui/i18n'
import { House, Menu, Search, X } from 'lucide-react'
import { hrefTo, paths } from '../routing/paths.ts'
import { searching } from './search-dialog.tsx'
import styles from './foot.module.css'

/**
 * The bar at the bottom of a narrow window, where a thumb reaches it: overview, search, and the
 * toggle of the menu. A §1.
 */
export function Foot(props: { menu: boolean; atOverview: boolean; onMenu: () => void }) {
  const { menu, atOverview, onMenu } = props
  const text = useText()
  const MenuIcon = menu ? X : Menu
  return (
    <footer className={styles['foot']}>
      <a href={hrefTo(paths.overview())} aria-current={atOverview && !menu ? 'page' : undefined}>
        <House size={20} aria-hidden="true" />
        {text('pages.overview')}
      </a>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          searching.set(true)
        }}
      >
        <Search size={20} aria-hidden="true" />
        {text('pages.search')}
      </button>
      <button type="button" aria-expanded={menu} aria-controls="menu" onClick={onMenu}>
        <MenuIcon size={20} aria-hidden="true" />
        {text('shell.menu')}
      </button>
    </footer>
  )
}
