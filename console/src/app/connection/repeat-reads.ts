import type { Query, QueryClient } from '@tanstack/react-query'
import { isLost } from '@lintel/contract/fault'
import { GONE_RETRY } from '../timing.ts'
import type { Store } from '@lintel/ui/store'

/**
 * Repeats background reads that got no answer although the device is there. Otherwise the page would
 * show old values until the next event. A first read that fails is not repeated: the page shows the
 * failure with a button to retry.
 * @param gone while the device is gone, nothing is repeated: its return reads everything again
 * @returns a function that stops it
 */
export function repeatLostReads(queries: QueryClient, gone: Store<boolean>): () => void {
  const waiting = new Set<Query>()
  return queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    const { query } = event
    if (query.state.data === undefined || !isLost(event.action.error)) return
    if (waiting.has(query)) return
    waiting.add(query)
    setTimeout(() => {
      waiting.delete(query)
      if (gone.get() || query.state.status !== 'error') return
      void queries.refetchQueries({ predicate: (other) => other === query, type: 'active' })
    }, GONE_RETRY)
  })
}
