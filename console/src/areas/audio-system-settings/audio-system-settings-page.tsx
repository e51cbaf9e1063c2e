import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { Framed } from '../../app/framed/framed.tsx'

/** The device's own page, without its page head. */
const PAGE = '/operator/audio_system_settings.shtml?aca=yes'

/** The audio site of this device, on the device's page. B §2 (AUDIO-20). */
export function AudioSystemSettingsPage() {
  const text = useText()
  return (
    <>
      <PageHead title={text('pages.audioSystemSettings')} note={text('audioSystemSettings.note')} />
      <Framed src={PAGE} title={text('pages.audioSystemSettings')} />
    </>
  )
}
