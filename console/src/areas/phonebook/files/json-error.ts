/** Where a text is no JSON (RFC 8259): browsers don't tell, or only in their own words. */

const SPACE = /[ \t\n\r]*/y
// oxlint-disable-next-line no-control-regex -- JSON allows all others in a string
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** The place of the first error, line and column from 1; undefined if the text is JSON. */
export function jsonError(text: string): { line: number; column: number } | undefined {
  let at = 0
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.test(text)
    if (found) at = pattern.lastIndex
    return found
  }
  const take = (sign: string): boolean => {
    skip(SPACE)
    if (text[at] !== sign) return false
    at += 1
    return true
  }
  /** The closing signs of what is open. */
  const open: string[] = []
  /** Reads a value, or the beginning of one; false at an error. */
  function value(): boolean {
    if (take('{')) {
      open.push('}')
      return take('}') ? open.pop() !== undefined : name()
    }
    if (take('[')) {
      open.push(']')
      return take(']') ? open.pop() !== undefined : value()
    }
    return skip(STRING) || skip(SCALAR)
  }
  const name = (): boolean => {
    skip(SPACE)
    return skip(STRING) && take(':') && value()
  }
  let isRight = value()
  while (isRight && open.length > 0) {
    const end = open.at(-1) ?? ''
    if (take(end)) open.pop()
    else isRight = take(',') && (end === '}' ? name() : value())
  }
  skip(SPACE)
  if (isRight && at === text.length) return undefined
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
