import { LiveSource } from './sources.ts'
import type { Source } from './sources.ts'

/** What is heard in calls, while somebody looks or listens. */
export class HeardCalls {
  private readonly calls = new Map<number, LiveSource>()

  /**
   * @param rate samples a second
   * @param now number of the present sample since the start of the device
   */
  add(call: number, samples: Int16Array, rate: number, now: number): void {
    const known = this.calls.get(call) ?? new LiveSource()
    this.calls.set(call, known)
    known.add(samples, rate, 1 / 32_768, now)
  }

  /** One source for each call. Those of calls that have ended are forgotten. */
  sources(now: number): Source[] {
    for (const [call, heard] of this.calls) if (heard.isOver(now)) this.calls.delete(call)
    return Array.from(this.calls.values(), ({ source }) => source)
  }

  clear(): void {
    this.calls.clear()
  }
}
