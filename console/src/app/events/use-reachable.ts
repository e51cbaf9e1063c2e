import { useStore } from '@lintel/ui/store'
import { connection } from '../device.ts'
import { useStale } from './live.ts'

/** Whether the device answers and its events arrive. If not, what it last reported may no longer be true. */
export function useReachable(): boolean {
  const stale = useStale()
  const gone = useStore(connection.gone)
  return !stale && !gone
}
