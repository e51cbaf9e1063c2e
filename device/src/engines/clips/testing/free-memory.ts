import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects garbage, so that a test sees what is still in memory. */
export async function freeMemory(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // What was looked at in this turn of the event loop stays until the next.
  await new Promise((resolve) => setImmediate(resolve))
  collect()
}
