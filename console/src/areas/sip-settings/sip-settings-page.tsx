import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../app/query-view.tsx'
import { sipQuery } from './queries.ts'
import { SipForm } from './sip-form.tsx'

/** How the device calls and takes calls. B §2 SIP. */
export function SipSettingsPage() {
  const text = useText()
  const sip = useQuery(sipQuery)
  return (
    <>
      <PageHead title={text('pages.sipSettings')} note={text('sipSettings.note')} />
      <QueryView query={sip}>{(state) => <SipForm state={state} />}</QueryView>
    </>
  )
}
