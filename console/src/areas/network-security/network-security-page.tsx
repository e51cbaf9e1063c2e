import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isAudio } from '../../app/conditions.ts'
import { Framed } from '../../app/framed/framed.tsx'
import { QueryView } from '../../app/query-view.tsx'
import { PageTabs } from '../../app/routing/page-tabs.tsx'
import { paths } from '../../app/routing/paths.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { AudioSiteForm } from './audio-site-form.tsx'
import { HttpsForm } from './https-form.tsx'
import { audioSiteSetting, hasAudioSiteQuery, tlsQuery } from './queries.ts'

/** The device's own page. A §2 Network security. */
const IEEE_8021X_PAGE = '/admin/8021x.shtml?aca=yes'

/** Certificate, connections and ciphers of the web server. A §2 Network security. */
export function HttpsPage() {
  const tls = useQuery(tlsQuery)
  return (
    <Tab>
      <QueryView query={tls}>{(state) => <HttpsForm state={state} />}</QueryView>
    </Tab>
  )
}

/** The network port admits only devices with a certificate or an account. A §2 Network security. */
export function PortAccessPage() {
  const text = useText()
  return (
    <Tab>
      <Framed src={IEEE_8021X_PAGE} title={text('ui.ieee8021x')} />
    </Tab>
  )
}

/** The authority that the audio site trusts. A §2 Network security. */
export function AudioSitePage() {
  const text = useText()
  const site = useAudioSite()
  const setting = useQuery({ ...audioSiteSetting.query, enabled: site.data === true })
  return (
    <Tab>
      <QueryView query={site}>
        {(hasSite) =>
          hasSite ? (
            <QueryView query={setting}>{(trust) => <AudioSiteForm trust={trust} />}</QueryView>
          ) : (
            <Notice title={text('networkSecurity.noSite')}>
              {text('networkSecurity.noSite.next')}
            </Notice>
          )
        }
      </QueryView>
    </Tab>
  )
}

/** Only requested on audio products, because no other has audio sites. */
function useAudioSite() {
  const viewpoint = useViewpoint()
  const serial = viewpoint.parameters.get('root.Properties.System.SerialNumber')
  return useQuery({ ...hasAudioSiteQuery(serial), enabled: isAudio(viewpoint) })
}

function Tab({ children }: { children: ReactNode }) {
  const text = useText()
  const { data: hasSite = false } = useAudioSite()
  return (
    <>
      <PageHead title={text('pages.networkSecurity')} note={text('networkSecurity.note')} />
      <PageTabs without={hasSite ? [] : [paths.audioSite()]} />
      {children}
    </>
  )
}
