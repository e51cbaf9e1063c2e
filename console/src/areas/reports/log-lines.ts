/** The lines of the log view: parsing, keeping, filtering and writing them. */
import { LOG_LEVELS } from '@lintel/contract/calls/log'
import type { LogLevel, ShownLogLine } from '@lintel/contract/calls/log'

/** A line, or a gap where lines are missing. */
export interface Line extends ShownLogLine {
  /** Counts up over all lines that the page has read. */
  id: number
  gap?: true
}

/** How many lines the page keeps; the oldest are dropped. */
const KEPT_MAX = 10_000

export interface Filter {
  levels: ReadonlySet<LogLevel>
  /** Whether successful requests are shown, which the level of information does not include. */
  requests: boolean
  text: string
}

export const ALL_LEVELS: ReadonlySet<LogLevel> = new Set(LOG_LEVELS)

/** A gap as an entry of the list, without a text of its own. */
const GAP = { time: '', level: 'warning', app: '', text: '', gap: true } as const

/**
 * Adds what the device has answered to the lines before it.
 * @param missed lines between them are gone
 */
export function addLines(
  kept: readonly Line[],
  lines: readonly ShownLogLine[],
  missed: boolean,
): Line[] {
  const next = (kept.at(-1)?.id ?? 0) + 1
  const ordered = inOrder(lines)
  const added: Omit<Line, 'id'>[] = missed && kept.length > 0 ? [GAP, ...ordered] : ordered
  return [...kept, ...added.map((line, at) => ({ ...line, id: next + at }))].slice(-KEPT_MAX)
}

/** By how much a line that another program has written may be late, in milliseconds. */
const LATE = 1_000

/**
 * Lines in the order of their times: several programs write into the log. Where the clock was set
 * back, the order stays.
 */
function inOrder(lines: readonly ShownLogLine[]): ShownLogLine[] {
  const ordered: { line: ShownLogLine; at: number }[] = []
  for (const line of lines) {
    const at = Date.parse(line.time)
    const isLate = (other: number) => other > at && other - at < LATE
    let place = ordered.length
    while (place > 0 && isLate(ordered[place - 1]?.at ?? NaN)) place -= 1
    ordered.splice(place, 0, { line, at })
  }
  return ordered.map(({ line }) => line)
}

/** `2026-11-20T14:07:32.123+01:00 axis-accc8e012345 [ INFO    ] device[204]: text`. */
const LINE = /^(\d{4}-\d\d-\d\dT\S+) \S+ \[ (\w+) *\] ([^:[]+)(?:\[\d+\])?: ?(.*)$/

const LEVEL_NAMES: Readonly<Record<string, LogLevel>> = {
  EMERG: 'error',
  ALERT: 'error',
  CRIT: 'error',
  ERR: 'error',
  ERROR: 'error',
  WARN: 'warning',
  WARNING: 'warning',
  DEBUG: 'debug',
}

/** The lines of the plain system log. One in another form continues the line before it. */
export function linesIn(log: string): ShownLogLine[] {
  const lines: ShownLogLine[] = []
  for (const written of log.split('\n')) {
    if (written.trim() === '') continue
    const [, time = '', name = '', app = '', text = written] = LINE.exec(written) ?? []
    const level = time === '' ? lines.at(-1)?.level : LEVEL_NAMES[name]
    lines.push({ time, level: level ?? 'info', app, text: text.trimEnd() })
  }
  return lines
}

/** The parts of a text, with matches marked, ignoring case. */
export function markedParts(text: string, filter: string): { text: string; marked: boolean }[] {
  const wanted = filter.toLowerCase()
  const folded = text.toLowerCase()
  // In some scripts, lower case has more characters, so the places would be wrong.
  if (wanted === '' || folded.length !== text.length) return [{ text, marked: false }]
  const parts: { text: string; marked: boolean }[] = []
  let from = 0
  for (;;) {
    const at = folded.indexOf(wanted, from)
    const end = at === -1 ? text.length : at
    if (end > from) parts.push({ text: text.slice(from, end), marked: false })
    if (at === -1) return parts
    from = at + wanted.length
    parts.push({ text: text.slice(at, from), marked: true })
  }
}

/** Whether the text of a filter is in a line; gaps match every filter. */
const hasText = ({ app, text, gap }: Line, wanted: string): boolean =>
  gap === true || wanted === '' || `${app}: ${text}`.toLowerCase().includes(wanted)

const REQUEST = /^(?:request|socket) request=\S+ method=\S+ path=\S+ status=[123]\d\d(?: |$)/

/** Whether a line reports that the device answered a request, as most lines do while a console is open. */
export const isRequest = ({ app, text }: ShownLogLine): boolean =>
  app === 'device' && REQUEST.test(text)

/** The lines that a filter lets through, and how many of each level, and how many requests, have its text. */
export function filtered(
  lines: readonly Line[],
  { levels, requests, text }: Filter,
): { shown: Line[]; counts: Record<LogLevel, number>; requests: number } {
  const wanted = text.trim().toLowerCase()
  const counts = { error: 0, warning: 0, info: 0, debug: 0 }
  let found = 0
  const shown: Line[] = []
  for (const line of lines) {
    if (!hasText(line, wanted)) continue
    if (isRequest(line)) {
      found += 1
      if (requests) shown.push(line)
    } else {
      if (!line.gap) counts[line.level] += 1
      if (line.gap || levels.has(line.level)) shown.push(line)
    }
  }
  return { shown, counts, requests: found }
}

/** `2026-11-20 14:07:32.123`, without the zone, which is the device's. */
export const clockOf = (time: string): string =>
  time.replace('T', ' ').replace(/(Z|[+-]\d\d:?\d\d)$/, '')

/** A line as text, as the device writes it in its reports. */
export const textOf = ({ time, level, app, text }: Line): string =>
  time === '' ? text : `${time} [ ${level.toUpperCase().padEnd(7)} ] ${app}: ${text}`

/** Lines as a file. */
export const fileOf = (lines: readonly Line[]): string =>
  lines
    .filter(({ gap }) => !gap)
    .map((line) => `${textOf(line)}\n`)
    .join('')
