import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { Framed } from '../../app/framed/framed.tsx'
import { PageTabs } from '../../app/routing/page-tabs.tsx'

/** The device's own page, without its page head. */
const PAGE = '/admin/onvif_media_profiles.shtml?aca=yes'

/** The media profiles of ONVIF clients, on the device's page. B §2 (ONVIF-04). */
export function MediaProfilesPage() {
  const text = useText()
  return (
    <>
      <PageHead title={text('pages.onvif')} />
      <PageTabs />
      <Framed src={PAGE} title={text('ui.mediaProfiles')} views />
    </>
  )
}
