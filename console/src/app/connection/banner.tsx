import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { connection } from '../device.ts'
import { movedTo } from '../events/live.ts'
import { useStore } from '@lintel/ui/store'
import { pageAt } from '../trial/move.ts'

/**
 * Reports once that the device does not answer, and its new address if known; it disappears by
 * itself when the device is back.
 */
export function ConnectionBanner() {
  const text = useText()
  const gone = useStore(connection.gone)
  const moved = useStore(movedTo)
  if (moved && (gone || moved.sent)) {
    const { url, seconds } = moved
    return (
      <Notice status={moved.sent ? 'warn' : 'crit'} title={text('shell.moved')}>
        <a href={pageAt(moved)}>{url}</a>{' '}
        {seconds === undefined ? text('shell.movedNote') : text('shell.movedTrial', { seconds })}
      </Notice>
    )
  }
  return gone ? (
    <Notice status="crit" title={text('ui.gone')}>
      {text('shell.goneNote')}
    </Notice>
  ) : null
}
