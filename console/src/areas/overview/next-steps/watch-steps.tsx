import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { capabilitiesQuery } from '../../../app/queries.ts'
import { useSteps } from './use-steps.ts'

/** Finds out whether a step is left, and says when the last one has been done. */
export function WatchSteps(props: {
  /** Takes over the answer, and returns whether a step was left before. */
  note: (left: boolean, sure: boolean) => boolean
  /** Says nothing, because the person has hidden the tile. */
  quiet: boolean
}) {
  const { note, quiet } = props
  const text = useText()
  const { steps, pending, failed } = useSteps()
  // The capabilities say whether there is a call button.
  const isUndecided = useIsFetching({ queryKey: capabilitiesQuery.queryKey }) > 0
  const isLeft = steps.some(({ isDone }) => !isDone)
  const decided = isLeft || (!pending && !isUndecided)
  const decide = useEffectEvent((left: boolean) => {
    // Without an answer nothing is left, as nobody misses a hint.
    const sure = left || !failed
    if (note(left, sure) && !left && sure && !quiet) {
      showToast({ status: 'ok', text: text('tiles.nextSteps.done') })
    }
  })
  useEffect(() => {
    if (decided) decide(isLeft)
  }, [decided, isLeft])
  return null
}
