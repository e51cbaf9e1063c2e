import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { bare } from '../app/framed.ts'

/** The page of IEEE 802.1X, which this firmware does not support. A §2 Network security. */
export function PortAccess() {
  const text = useText()
  return (
    <>
      {!bare && <PageHead title={text('ui.ieee8021x')} />}
      <Notice title={text('portAccess.none')}>{text('portAccess.none.next')}</Notice>
    </>
  )
}
