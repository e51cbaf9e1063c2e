import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { SearchPanel } from './search-panel.tsx'

/** The search as a page of its own. A §2 Search. */
export function SearchPage() {
  const text = useText()
  return (
    <>
      <PageHead title={text('pages.search')} note={text('search.note')} />
      <SearchPanel />
    </>
  )
}
