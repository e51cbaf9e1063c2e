import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { Framed } from '../../app/framed/framed.tsx'

/** The device's own page, without its page head. */
const PAGE = '/operator/audio_overview.shtml?aca=yes'

/** The devices of the audio site, on the device's page. B §2 (AUDIO-21). */
export function AudioSystemOverviewPage() {
  const text = useText()
  return (
    <>
      <PageHead title={text('pages.audioSystemOverview')} note={text('audioSystemOverview.note')} />
      <Framed src={PAGE} title={text('pages.audioSystemOverview')} />
    </>
  )
}
