import { LinkButton } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryView } from '../../app/query-view.tsx'
import { PageTabs } from '../../app/routing/page-tabs.tsx'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import type { AudioState } from './audio-state.ts'
import { audioQuery } from './queries.ts'

/** One tab of the audio settings, once they are read. B §2 Audio. */
export function AudioTab({ children }: { children: (state: AudioState) => ReactNode }) {
  const text = useText()
  const query = useQuery(audioQuery)
  return (
    <>
      <PageHead title={text('pages.audio')} note={text('audio.note')} />
      <PageTabs />
      <QueryView query={query}>
        {(state) =>
          state.present.size === 0 ? (
            <Notice
              title={text('audio.none')}
              action={
                <LinkButton href={hrefTo(paths.overview())}>{text('pages.overview')}</LinkButton>
              }
            >
              {text('audio.none.next')}
            </Notice>
          ) : (
            children(state)
          )
        }
      </QueryView>
    </>
  )
}
