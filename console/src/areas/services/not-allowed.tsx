import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useQuery } from '@tanstack/react-query'
import { conditionsQuery } from './queries.ts'

/** Says that the device runs no applications, if it says so. */
export function NotAllowed() {
  const text = useText()
  const { data } = useQuery(conditionsQuery)
  if (data?.allowed !== false) return null
  return (
    <Notice status="warn" title={text('services.notAllowed')}>
      {text('services.notAllowed.next')}
    </Notice>
  )
}
