import { Dialog } from '@lintel/ui/dialog'
import { useText } from '@lintel/ui/i18n'
import { lazyComponent } from '@lintel/ui/lazy'
import { useEffect, useRef } from 'react'
import { loadChunk } from '../chunk.ts'
import { ErrorBoundary } from '../routing/error-boundary.tsx'
import { withKey } from '../search/keys.ts'
import type { EarlyInput } from '../search/search-panel.tsx'
import { createStore, useStore } from '@lintel/ui/store'
import styles from './search-button.module.css'

/** What was done in the box before the search had loaded. */
let early: EarlyInput = { typed: '', keys: undefined }

const SearchPanel = lazyComponent(
  () => loadChunk('search', async () => (await import('../search/search-panel.tsx')).SearchPanel),
  <EarlyBox />,
)

/** Takes what is typed until the search has loaded, which continues with it. */
function EarlyBox() {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  // Once the dialog is open, which focuses its first control.
  useEffect(() => input.current?.focus(), [])
  return (
    <input
      ref={input}
      type="search"
      className={styles['early']}
      aria-label={text('shell.searchSettings')}
      onChange={(event) => {
        early = { typed: event.target.value, keys: undefined }
      }}
      onKeyDown={(event) => {
        const keys = withKey(early.keys, event.key)
        if (!keys) return
        event.preventDefault()
        early = { ...early, keys }
      }}
    />
  )
}

const earlyInput = () => early

/** Whether the search is open. */
export const searching = createStore(false)

function close() {
  searching.set(false)
  early = { typed: '', keys: undefined }
}

/** The search in a dialog; Ctrl K and Command K open it everywhere. */
export function SearchDialog() {
  const text = useText()
  const open = useStore(searching)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const combined = event.ctrlKey || event.metaKey
      if (!combined || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // An open question has to be answered first.
      if (!document.querySelector('dialog[open]')) searching.set(true)
    }
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', press)
    }
  }, [])

  return (
    <Dialog open={open} title={text('pages.search')} onClose={close}>
      <ErrorBoundary>
        <SearchPanel onDone={close} before={earlyInput} />
      </ErrorBoundary>
    </Dialog>
  )
}
