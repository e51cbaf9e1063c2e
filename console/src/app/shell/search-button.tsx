import { Dialog } from '@lintel/ui/dialog'
import { useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { loadChunk } from '../chunk.ts'
import { ErrorBoundary } from '../routing/error-boundary.tsx'
import styles from './search-button.module.css'

const SearchPanel = lazy(async () => {
  const { SearchPanel: panel } = await loadChunk(
    'search',
    () => import('../search/search-panel.tsx'),
  )
  return { default: panel }
})

const onMac = /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** Opens the search, as Ctrl K and Command K do everywhere. A §2 Top bar. */
export function SearchButton() {
  const text = useText()
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const combined = event.ctrlKey || event.metaKey
      if (!combined || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // Whoever is asked something answers that first.
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', press)
    }
  }, [])

  const close = () => {
    setOpen(false)
  }
  return (
    <>
      <button
        type="button"
        className={styles['button']}
        aria-label={text('pages.search')}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true)
        }}
      >
        <Search size={16} aria-hidden="true" />
        <span>{text('shell.searchSettings')}</span>
        <kbd aria-hidden="true">{onMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <Dialog open={open} title={text('pages.search')} onClose={close}>
        <ErrorBoundary>
          <Suspense fallback={<Loading />}>
            <SearchPanel onFollowed={close} />
          </Suspense>
        </ErrorBoundary>
      </Dialog>
    </>
  )
}
