import { setImmediate as nextTurn } from 'node:timers/promises'
import { sampleOf } from '../../engines/health/sample.ts'
import type { Reading } from '../../engines/health/sample.ts'
import { openDatabase } from '../database.ts'
import { MINUTE, openHealthSamples } from '../health-samples.ts'

/**
 * Adds measurements to a state file that no device has open, a day at a time: a test that blocks for
 * seconds loses its idle connections.
 * @param measure what was measured at a minute; undefined if the device was off
 */
export async function fillHealthSamples(
  file: string,
  { from, to }: { from: number; to: number },
  measure: (at: number) => Reading | undefined,
): Promise<void> {
  const database = openDatabase(file)
  const store = openHealthSamples(database)
  for (let day = from; day < to; day += 24 * 60 * MINUTE) {
    const end = Math.min(day + 24 * 60 * MINUTE, to)
    const minutes = Array.from({ length: Math.floor((end - day) / MINUTE) }, (_, index) => {
      const at = Math.floor(day / MINUTE) * MINUTE + index * MINUTE
      const reading = measure(at)
      return reading && sampleOf(at, reading)
    })
    const measured = minutes.filter((one) => one !== undefined)
    if (measured.length > 0) store.add(measured, end)
    await nextTurn()
  }
  database.close()
}
