import { parse } from 'jsonc-parser'
import type { ParseError } from 'jsonc-parser'

/**
 * The place of the first error of a text that is no JSON (RFC 8259), line and column from 1;
 * undefined if it is JSON. Browsers don't tell, or only in their own words.
 */
export function jsonError(text: string): { line: number; column: number } | undefined {
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true })
  const [first] = errors
  if (!first) return undefined
  const before = text.slice(0, first.offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
