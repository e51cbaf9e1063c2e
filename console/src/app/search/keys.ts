/** The keys pressed in the search box that wait for results. */
export interface WaitingKeys {
  /** How many results down the arrow keys lead from the box; negative: up. */
  step: number
  /** Whether Enter was pressed after them. */
  opens: boolean
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** How far a key moves through the results; undefined for other keys. */
export const stepOf = (key: string): number | undefined => STEPS[key]

/**
 * The waiting keys after another one; undefined if it is none of the search's. Nothing follows Enter.
 */
export function withKey(waiting: WaitingKeys | undefined, key: string): WaitingKeys | undefined {
  const { step, opens } = waiting ?? { step: 0, opens: false }
  const more = stepOf(key)
  if (key !== 'Enter' && more === undefined) return undefined
  return opens ? waiting : { step: step + (more ?? 0), opens: key === 'Enter' }
}
