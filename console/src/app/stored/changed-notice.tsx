import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import type { ReactNode } from 'react'

/** Says that somebody else has changed what a form is about. @param props.children in place of what to do now */
export function ChangedNotice({ children }: { children?: ReactNode }) {
  const text = useText()
  return (
    <Notice status="warn" title={text('stored.changed')}>
      {children ?? text('stored.changed.next')}
    </Notice>
  )
}
