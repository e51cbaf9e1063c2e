import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { Notice } from '@lintel/ui/notice'
import type { ReactNode } from 'react'
import { ConfirmInPlace } from '../app/confirm-in-place.tsx'
import { useAction } from '../app/use-action.ts'

/** A button that ends this device's part in a site, after a question. */
export function EndSite(props: {
  verb: string
  question: ReactNode
  end: () => Promise<unknown>
  /** Reads the site again. */
  again: () => Promise<void>
}) {
  const { verb, question, end, again } = props
  const faultText = useFaultText()
  const { busy, failure, run, forget } = useAction(again)
  return (
    <Card>
      {failure !== undefined && <Notice status="crit" title={faultText(failure)} />}
      <ConfirmInPlace
        verb={verb}
        question={question}
        busy={busy}
        onConfirm={() => run(end)}
        onAsk={forget}
      />
    </Card>
  )
}
