import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { sipEnabledQuery } from '../../app/sip.ts'

/** Warns that SIP is disabled, so that hardly anybody in the list can be called. B §2, §8. */
export function SipOffNotice() {
  const text = useText()
  if (useQuery(sipEnabledQuery).data !== false) return null
  return (
    <Notice
      status="warn"
      title={text('ui.sipDisabled')}
      action={<a href={hrefTo(paths.sipSettings())}>{text('pages.sipSettings')}</a>}
    >
      {text('phonebook.sipOff.next')}
    </Notice>
  )
}
