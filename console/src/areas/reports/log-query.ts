import { followSystemLog } from '@lintel/contract/calls/log'
import { systemLog } from '@lintel/contract/calls/reports'
import { queryOptions } from '@tanstack/react-query'
import { device } from '../../app/device.ts'
import { deviceHas } from '../../app/firmware.ts'
import { GONE_RETRY, LOG_POLL, REPORT_TIMEOUT } from '../../app/timing.ts'
import { addLines, linesIn } from './log-lines.ts'
import type { Line } from './log-lines.ts'

/** Whether the device returns the lines since the last answer; other firmware has only the whole log. */
export const isLive = (): boolean => deviceHas(followSystemLog)

/**
 * The log since the page was opened: the latest lines, and those that follow. Lines stay when a later
 * request fails.
 */
export function logQuery() {
  let cursor: string | undefined
  let lines: readonly Line[] = []

  async function follow(signal: AbortSignal): Promise<void> {
    const input = cursor === undefined ? {} : { after: cursor }
    const part = await device.call(followSystemLog, input, { signal })
    cursor = part.cursor
    if (part.lines.length > 0 || part.missed) lines = addLines(lines, part.lines, part.missed)
    if (part.more) await follow(signal)
  }

  async function readOnce(signal: AbortSignal): Promise<void> {
    const log = await device.call(systemLog, {}, { signal, timeoutMs: REPORT_TIMEOUT })
    lines = addLines([], linesIn(log), false)
  }

  return queryOptions({
    queryKey: ['reports', 'log'],
    queryFn: async ({ signal }) => {
      await (isLive() ? follow(signal) : readOnce(signal))
      return lines
    },
    refetchInterval: ({ state }) => {
      if (!isLive()) return false
      return state.error ? GONE_RETRY : LOG_POLL
    },
    refetchOnWindowFocus: isLive(),
    // Ten thousand lines are not compared one by one every second.
    structuralSharing: false,
    gcTime: 0,
    staleTime: 0,
  })
}
