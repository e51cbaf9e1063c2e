import type { Happening } from '@lintel/contract/wire'

/** A line of the log: the last one of some entries that say the same. */
export interface LogLine {
  event: Happening
  /** How many entries it stands for, and when the first one was (UTC milliseconds). */
  count: number
  since: number
}

/** Entries of which only the last one counts, by what they are about. */
const ABOUT: Partial<Record<string, string>> = {
  'viewer.joined': 'viewers',
  'viewer.left': 'viewers',
  temperature: 'temperature',
  light: 'light',
}

const aboutOf = ({ id, values }: Happening): string =>
  ABOUT[id] ?? `${id} ${JSON.stringify(values)}`

/** One line for entries in a row that say the same, or of which only the last one counts. */
export function foldRepeats(happened: readonly Happening[]): LogLine[] {
  const lines: LogLine[] = []
  for (const event of happened) {
    const last = lines.at(-1)
    if (last && aboutOf(last.event) === aboutOf(event)) {
      lines[lines.length - 1] = { event, count: last.count + 1, since: last.since }
    } else {
      lines.push({ event, count: 1, since: event.at })
    }
  }
  return lines
}
