import type { Log } from '../../log.ts'

/** Lines of one application that reach the log in a period of the device's clock (ms). */
const PERIOD = 10_000
const LINES_MAX = 100
/** Longest line in characters. */
const LINE_MAX = 1000

/** Takes the chunks of one output. Returns false while lines are left out. */
export type TakeChunk = (chunk: string) => boolean

/**
 * Writes what an application prints to the device's log, line by line, under its name. Of one that
 * prints too much only the beginning of each period is kept, and how much was left out.
 */
export function openAppOutput(
  app: string,
  { log, monotonic }: { log: Pick<Log, 'info' | 'warn'>; monotonic: () => number },
) {
  let began = Number.NEGATIVE_INFINITY
  let lines = 0
  let left = 0
  /** Writes the last lines, which no line break has ended. */
  const flushes: (() => void)[] = []

  function reportLeft(): void {
    if (left > 0) log.warn({ app, lines: left }, 'too much output, lines left out')
    left = 0
  }

  function write(level: 'info' | 'warn', line: string): void {
    if (line.trim() === '') return
    if (monotonic() - began >= PERIOD) {
      reportLeft()
      began = monotonic()
      lines = 0
    }
    lines += 1
    if (lines > LINES_MAX) left += 1
    else log[level]({ app }, line.slice(0, LINE_MAX))
  }

  function lineReader(level: 'info' | 'warn'): TakeChunk {
    let rest = ''
    flushes.push(() => {
      write(level, rest)
      rest = ''
    })
    return (chunk) => {
      const [first = '', ...others] = chunk.split('\n')
      // A line that never ends is cut.
      rest = (rest + first).slice(0, LINE_MAX)
      for (const next of others) {
        write(level, rest)
        rest = next.slice(0, LINE_MAX)
      }
      return lines <= LINES_MAX
    }
  }

  return {
    out: lineReader('info'),
    error: lineReader('warn'),
    /** To be called once both outputs have ended. */
    end(): void {
      for (const flush of flushes) flush()
      reportLeft()
    },
  }
}
