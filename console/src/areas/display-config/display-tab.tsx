import type { DisplayConfiguration } from '@lintel/contract/display'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryView } from '../../app/query-view.tsx'
import { PageTabs } from '../../app/routing/page-tabs.tsx'
import type { DisplayState } from './display-values.ts'
import { displayQuery } from './queries.ts'

/** What a tab shows: the settings of a device that has them. */
export interface DisplayProps {
  state: DisplayState
  display: DisplayConfiguration
}

/** One tab of the display, with its settings once they are read. B §2. */
export function DisplayTab({ children }: { children: (props: DisplayProps) => ReactNode }) {
  const text = useText()
  const query = useQuery(displayQuery)
  return (
    <>
      <PageHead title={text('pages.displayConfig')} note={text('displayConfig.note')} />
      <PageTabs />
      <QueryView query={query}>
        {(state) =>
          state.display ? (
            children({ state, display: state.display })
          ) : (
            <Notice>{text('displayConfig.none')}</Notice>
          )
        }
      </QueryView>
    </>
  )
}
