import type { Capabilities } from '@lintel/contract/capabilities'
import type { CardReaderConfiguration } from '@lintel/contract/card-reader'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryView } from '../../app/query-view.tsx'
import { PageTabs } from '../../app/routing/page-tabs.tsx'
import { useViewpoint } from '../../app/viewpoint.ts'
import { readerQuery } from './queries.ts'

/** What a tab of the reader shows: the settings, and what the device can do. */
export interface ReaderProps {
  state: CardReaderConfiguration
  capabilities: Partial<Capabilities>
}

/** One tab of the reader, with its settings once they are read. B §2 Card reader. */
export function ReaderTab({ children }: { children: (props: ReaderProps) => ReactNode }) {
  const text = useText()
  return (
    <>
      <PageHead title={text('pages.reader')} note={text('reader.note')} />
      <PageTabs />
      <ReaderView>{children}</ReaderView>
    </>
  )
}

/** Reads the settings of the reader and renders them. */
export function ReaderView({ children }: { children: (props: ReaderProps) => ReactNode }) {
  const query = useQuery(readerQuery)
  const { capabilities = {} } = useViewpoint()
  return <QueryView query={query}>{(state) => children({ state, capabilities })}</QueryView>
}
