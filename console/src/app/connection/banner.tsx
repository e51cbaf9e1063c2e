import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { connection } from '../device.ts'
import { useStore } from '../store.ts'

/** Says once that the device does not answer; it goes by itself when the device is back. */
export function ConnectionBanner() {
  const text = useText()
  return useStore(connection.gone) ? (
    <Notice status="crit" title={text('shell.gone')}>
      {text('shell.goneNote')}
    </Notice>
  ) : null
}
