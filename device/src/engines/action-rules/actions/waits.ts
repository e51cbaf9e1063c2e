import type { Clock } from '../../../clock/clock.ts'

/** Resolves once a signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Waits, or until the signal is aborted, which is no failure here. */
export async function pause(
  clock: Pick<Clock, 'wait'>,
  milliseconds: number,
  until: AbortSignal,
): Promise<void> {
  try {
    await clock.wait(milliseconds, until)
  } catch (cause) {
    if (!until.aborted) throw cause
  }
}
