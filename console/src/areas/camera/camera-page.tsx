import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { showToast } from '@lintel/ui/toast'
import { Framed } from '../../app/framed/framed.tsx'
import { history } from '../../app/routing/history.ts'
import { paths } from '../../app/routing/paths.ts'
import { isMaintenance } from './maintenance-address.ts'

/** The device's own camera page. A §2 (OPEN-20). */
const SETTINGS = '/aca/index.html#settings'

/** The camera's settings, on the device's page. A §2 Maintenance, B §8. */
export function CameraPage() {
  const text = useText()
  return (
    <>
      <PageHead title={text('pages.camera')} />
      <Framed
        src={SETTINGS}
        title={text('ui.cameraSettings')}
        onAddress={(address) => {
          if (!isMaintenance(address)) return
          history.navigate(paths.maintenance())
          showToast({ status: 'critical', text: text('camera.videoStreamError') })
        }}
      />
    </>
  )
}
