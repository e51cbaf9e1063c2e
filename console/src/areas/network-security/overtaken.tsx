import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'

/** Somebody else has saved the same form. */
export function Overtaken() {
  const text = useText()
  return (
    <Notice status="warn" title={text('networkSecurity.overtaken')}>
      {text('networkSecurity.overtaken.next')}
    </Notice>
  )
}
