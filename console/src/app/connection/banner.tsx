import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { connection } from '../device.ts'
import { movedTo } from '../events/live.ts'
import { useStore } from '../store.ts'

/**
 * Says once that the device does not answer, and where it went if it said so; it goes by itself when
 * the device is back.
 */
export function ConnectionBanner() {
  const text = useText()
  const gone = useStore(connection.gone)
  const moved = useStore(movedTo)
  if (gone && moved !== undefined) {
    return (
      <Notice status="crit" title={text('shell.moved')}>
        <a href={`${moved}${location.pathname}`}>{moved}</a> {text('shell.movedNote')}
      </Notice>
    )
  }
  return gone ? (
    <Notice status="crit" title={text('shell.gone')}>
      {text('shell.goneNote')}
    </Notice>
  ) : null
}
