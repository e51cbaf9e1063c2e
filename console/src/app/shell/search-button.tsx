import { useText } from '@lintel/ui/i18n'
import { isApple } from '@lintel/ui/save-key'
import { Search } from 'lucide-react'
import styles from './search-button.module.css'
import { searching } from './search-dialog.tsx'

/** Opens the search. A §2 Top bar. */
export function SearchButton() {
  const text = useText()
  return (
    <button
      type="button"
      className={styles['button']}
      aria-label={text('shell.searchSettings')}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={() => {
        searching.set(true)
      }}
    >
      <Search size={16} aria-hidden="true" />
      <span>{text('shell.searchSettings')}</span>
      <kbd aria-hidden="true">{text('shell.searchKeys', { apple: String(isApple()) })}</kbd>
    </button>
  )
}
