import type { About } from '../app/about.ts'
import { lazyPart } from '../app/lazy-part.tsx'
import { Follows } from './follows.tsx'
import { Members } from './members.tsx'
import { SiteHead } from './site-head.tsx'
import { SiteView } from './site-view.tsx'

const NewSite = lazyPart(async () => (await import('./new-site.tsx')).NewSite)

/** Creates and monitors the audio site of this device. */
export function Manager({ about }: { about: About }) {
  return (
    <SiteView about={about}>
      {({ site, peers, audioRole, again }) => (
        <>
          {site && <SiteHead {...site} onChanged={again} />}
          {!site && audioRole.follows && <Follows leader={audioRole.follows} />}
          {!site && !audioRole.follows && (
            <NewSite product={about.brand.ProdShortName} onCreated={again} />
          )}
          <Members audioRole={audioRole} peers={peers} />
        </>
      )}
    </SiteView>
  )
}
