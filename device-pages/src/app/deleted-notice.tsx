import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'

/** Above the form of a row that somebody else has deleted: what was typed stays, and can be added. */
export function DeletedNotice({ title }: { title: string }) {
  const text = useText()
  return (
    <Notice status="warn" title={title}>
      {text('frame.saveToAdd')}
    </Notice>
  )
}
