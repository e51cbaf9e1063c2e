import { Dialog } from '@lintel/ui/dialog'
import { useText } from '@lintel/ui/i18n'
import { useEffect } from 'react'
import { SearchPanel } from '../search/search-panel.tsx'
import { createStore, useStore } from '../store.ts'

/** Whether the search is open. */
export const searching = createStore(false)

function close() {
  searching.set(false)
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
      <SearchPanel onDone={close} />
    </Dialog>
  )
}
