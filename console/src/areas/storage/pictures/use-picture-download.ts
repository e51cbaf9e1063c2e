import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useDownload } from '../../../app/download/use-download.ts'
import { usePictureFault } from './picture-fault.ts'
import { downloadPicture } from './queries.ts'

/** The download of a picture. Why it failed is told by a toast. */
export function usePictureDownload(id: string): { busy: boolean; start: () => void } {
  const text = useText()
  const faultText = usePictureFault()
  return useDownload(async () => {
    try {
      await downloadPicture(id)
    } catch (fault) {
      const because = faultText(fault)
      showToast({ status: 'critical', text: text('storage.pictures.downloadFailed', { because }) })
    }
  })
}
