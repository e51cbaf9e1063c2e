import { DTMF_PAGE } from '@lintel/contract/calls/sip-dtmf'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { Framed } from '../../app/framed/framed.tsx'

/** The device's DTMF page without its page head. B §2 SIP (DTMF-01). */
const PAGE = `${DTMF_PAGE}?aca=yes`

/** How the device takes keys during calls, and what codes do, on the device's page. */
export function SipDtmfPage() {
  const text = useText()
  return (
    <>
      <PageHead title={text('pages.sipDtmf')} note={text('sipDtmf.note')} />
      <Framed src={PAGE} title={text('pages.sipDtmf')} views />
    </>
  )
}
