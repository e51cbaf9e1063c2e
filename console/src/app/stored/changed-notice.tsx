import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'

/**
 * Reports that nothing was saved because somebody else has changed the setting. It takes the focus,
 * like any report of a failed save.
 * @param props.children replaces the advice on what to do now
 */
export function ChangedNotice({ children }: { children?: ReactNode }) {
  const text = useText()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Notice ref={notice} status="warn" title={text('ui.notSaved')}>
      {text('stored.changed')} {children ?? text('stored.changed.next')}
    </Notice>
  )
}
