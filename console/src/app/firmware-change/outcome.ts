import { useText } from '@lintel/ui/i18n'
import type { Ended } from './watch.ts'

/** The outcome of a firmware change as text, from the messages of maintenance. */
export interface Outcome {
  good: boolean
  title: string
  detail: string
}

/** A function from results to sentences. A §4, A §8 (OPEN-18). */
export function useOutcome(): (ended: Ended) => Outcome {
  const text = useText()
  return (ended) => {
    const { type } = ended.change
    const { version } = ended
    return ended.phase === 'successful'
      ? {
          good: true,
          title: text(`maintenance.${type}Successful`),
          detail: text('maintenance.runs', { version }),
        }
      : {
          good: false,
          title: text(`maintenance.${type}Failed`),
          detail: text(`maintenance.${ended.why}`, { version }),
        }
  }
}
