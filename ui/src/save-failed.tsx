import { ChangedMeanwhile } from '@lintel/contract/compare-and-write'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import type { Problem } from '@lintel/contract/rules/problem'
import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { deviceReturns, lossShown, lostSaves } from './device-loss.tsx'
import { faultProblem, useFaultText } from './fault-text.tsx'
import { useProblemText, useText } from './i18n.tsx'
import { Notice } from './notice.tsx'
import { useStore } from './store.tsx'

/**
 * Reports that the save failed, and why. It takes the focus. Once a device that did not answer is
 * back, it offers to save again. For use within the form. What another administrator has changed is
 * reported by the form's own notice.
 */
export function SaveFailed(props: { failure: { fault: unknown; problem: Problem | undefined } }) {
  const { fault, problem } = props.failure
  const text = useText()
  const problemText = useProblemText()
  const faultText = useFaultText()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const returns = useStore(deviceReturns)
  const [returnsBefore] = useState(returns)
  const isBack = returns > returnsBefore && isLost(fault)
  const place = useRef<HTMLSpanElement>(null)
  const isTold = useToldByPage(isLost(fault), notice, place)
  if (fault instanceof ChangedMeanwhile) return null
  if (isTold) return <span ref={place} hidden />
  // The general message adds nothing to the page's own message, whether `problem` or next to the
  // form: that is not a failed call.
  const explained = problem !== undefined || !(fault instanceof DeviceFault)
  const general = faultProblem(fault).id === 'ui.fault.refused'
  return (
    <Notice
      ref={notice}
      status="crit"
      title={problem ? problemText(problem) : text('ui.notSaved')}
      action={isBack && <Button type="submit">{text('ui.retry')}</Button>}
    >
      {isBack ? text('ui.backAgain') : explained && general ? undefined : faultText(fault)}
    </Notice>
  )
}

/**
 * Whether the page says that the device doesn't answer, and that the save may have failed: then the
 * form need not. A dialog covers the page and says it itself.
 */
function useToldByPage(
  lost: boolean,
  notice: RefObject<HTMLElement | null>,
  place: RefObject<HTMLElement | null>,
): boolean {
  const shown = useStore(lossShown)
  const [isInDialog, setInDialog] = useState(false)
  useLayoutEffect(() => {
    const element = notice.current ?? place.current
    // oxlint-disable-next-line react/set-state-in-effect -- only the document knows what it is in
    setInDialog(Boolean(element?.closest('dialog')))
  }, [notice, place])
  const told = lost && shown && !isInDialog
  useLayoutEffect(() => {
    if (!told) return undefined
    // The notice had the focus.
    if (document.activeElement === document.body) {
      place.current?.closest('form')?.focus({ preventScroll: true })
    }
    lostSaves.set(lostSaves.get() + 1)
    return () => lostSaves.set(lostSaves.get() - 1)
  }, [told, place])
  return told
}
