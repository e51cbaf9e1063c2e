import type { Clock } from '../../clock/clock.ts'
import { ActionFailure } from '../action-rules/types.ts'

/**
 * Waits for a task, but not longer than so many milliseconds of the device's clock; it goes on then.
 * @throws ActionFailure `timeout`, or what the task throws
 */
export async function withLimit(
  clock: Pick<Clock, 'wait'>,
  ms: number,
  task: () => Promise<void>,
): Promise<void> {
  const done = new AbortController()
  const late = clock.wait(ms, done.signal).then(() => {
    throw new ActionFailure('timeout')
  })
  try {
    await Promise.race([task(), late])
  } finally {
    done.abort()
  }
}
