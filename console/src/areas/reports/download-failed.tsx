import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'

/** Why a download failed; nothing otherwise. */
export function DownloadFailed({ fault }: { fault: unknown }) {
  const text = useText()
  const faultText = useFaultText()
  if (fault === undefined) return null
  return (
    <Notice status="crit" title={text('reports.downloadFailed')}>
      {faultText(fault)}
    </Notice>
  )
}
