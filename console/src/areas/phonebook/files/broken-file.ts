/** How devices begin the reason when a file of an import can't be read. B §8. */
const PARSE_ERROR = 'JSON parse error'

/** How ours goes on. */
const PLACE = /^JSON parse error: (?<file>.+), line (?<line>\d+), column (?<column>\d+)$/

/** Why a file of an import can't be read. */
export interface BrokenFile {
  /** Where it is broken; line and column count from 1. Undefined if the device doesn't tell. */
  at: { file: string; line: number; column: number } | undefined
  /** What the device says about it, in its own words. */
  because: string
}

/** What a refusal says of a broken file; undefined if it is about something else. */
export function brokenFile(reason: string): BrokenFile | undefined {
  if (!reason.includes(PARSE_ERROR)) return undefined
  const { file = '', line, column } = PLACE.exec(reason)?.groups ?? {}
  return {
    at: file === '' ? undefined : { file, line: Number(line), column: Number(column) },
    because: reason.replace(PARSE_ERROR, '').replace(/^:\s*/, ''),
  }
}
