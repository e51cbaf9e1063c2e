import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import type { ReactNode } from 'react'

/**
 * Reports that somebody else has changed the form's setting.
 * @param props.children replaces the advice on what to do now
 */
export function ChangedNotice({ children }: { children?: ReactNode }) {
  const text = useText()
  return (
    <Notice status="warn" title={text('stored.changed')}>
      {children ?? text('stored.changed.next')}
    </Notice>
  )
}
