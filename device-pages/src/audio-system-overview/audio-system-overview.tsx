import { Text, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { bare } from '../app/framed.ts'
import type { PageProps } from '../app/start.tsx'
import { Follows } from '../audio-manager/follows.tsx'
import { Members } from '../audio-manager/members.tsx'
import { SiteView } from '../audio-manager/site-view.tsx'

/** Which devices belong to the audio site, and whether they can be reached. B §2 (AUDIO-21). */
export function AudioSystemOverview({ about }: PageProps) {
  const text = useText()
  return (
    <>
      {!bare && <PageHead title={text('pages.audioSystemOverview')} />}
      <SiteView about={about}>
        {({ site, peers, audioRole }) => (
          <>
            {site && (
              <Notice
                title={<Text id="audioSystemOverview.leads" values={{ name: site.name }} />}
              />
            )}
            {!site && audioRole.follows && <Follows leader={audioRole.follows} />}
            {!site && !audioRole.follows && <Notice title={text('audioSystemOverview.alone')} />}
            <Members audioRole={audioRole} peers={peers} />
          </>
        )}
      </SiteView>
    </>
  )
}
