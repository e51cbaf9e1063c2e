import { useQueries } from '@tanstack/react-query'
import { useViewpoint } from '../../../app/viewpoint.ts'
import { stepsOf } from './steps.ts'
import type { Step } from './steps.ts'

/** The steps of the device of which it has said whether they are done. */
export function useSteps(): {
  steps: readonly (Step & { isDone: boolean })[]
  /** Whether an answer is to come. */
  pending: boolean
  /** Whether the device could not say it of a step. */
  failed: boolean
} {
  const all = stepsOf(useViewpoint())
  const answers = useQueries({ queries: all.map(({ done }) => done) })
  return {
    steps: all.flatMap((step, at) => {
      const isDone = answers[at]?.data
      return typeof isDone === 'boolean' ? [{ ...step, isDone }] : []
    }),
    pending: answers.some(({ isPending }) => isPending),
    failed: answers.some(({ data, isError }) => isError && data === undefined),
  }
}
