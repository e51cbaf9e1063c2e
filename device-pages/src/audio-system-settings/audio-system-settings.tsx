import { saveAudioSite } from '@lintel/contract/calls/audio'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import type { About } from '../app/about.ts'
import { device, deviceHas } from '../app/device.ts'
import { bare } from '../app/framed.ts'
import { lazyPart } from '../app/lazy-part.tsx'
import type { PageProps } from '../app/start.tsx'
import { Follows } from '../audio-manager/follows.tsx'
import { SiteView } from '../audio-manager/site-view.tsx'
import type { ShownSite } from '../audio-manager/site-view.tsx'
import { EndSite } from './end-site.tsx'
import { leave } from './leave.ts'

const NewSite = lazyPart(async () => (await import('../audio-manager/new-site.tsx')).NewSite)
const LedSite = lazyPart(async () => (await import('./led-site.tsx')).LedSite)

/** Creates an audio site, and adds speakers to it or leaves it. B §2 (AUDIO-20). */
export function AudioSystemSettings({ about }: PageProps) {
  const text = useText()
  return (
    <>
      {!bare && <PageHead title={text('pages.audioSystemSettings')} />}
      {deviceHas(saveAudioSite) ? (
        <SiteView about={about}>{(shown) => <Settings about={about} shown={shown} />}</SiteView>
      ) : (
        <Notice status="warn" title={text('ui.fault.missing')} />
      )}
    </>
  )
}

function Settings({ about, shown }: { about: About; shown: ShownSite }) {
  const text = useText()
  const { site, audioRole, again } = shown
  if (site) return <LedSite site={site} followers={audioRole.followers} again={again} />
  if (!audioRole.follows) return <NewSite product={about.brand.ProdShortName} onCreated={again} />
  return (
    <>
      <Follows leader={audioRole.follows} />
      <EndSite
        verb={text('audioSystemSettings.leave')}
        question={text('audioSystemSettings.leaveBody')}
        end={() => leave(device)}
        again={again}
      />
    </>
  )
}
