import { fullName } from '@lintel/contract/parameters/full-name'

/**
 * A test for the names that a list's `group` selects: a parameter, a group with everything below
 * it, or either with `*` in a part. `root.` is optional.
 */
export function selectorOf(group: string): (name: string) => boolean {
  const full = fullName(group)
  if (!full.includes('*')) {
    const below = `${full}.`
    return (name) => name === full || name.startsWith(below)
  }
  const parts = full.split('.').map((part) => partTest(part))
  return (name) => {
    const candidate = name.split('.')
    return candidate.length >= parts.length && parts.every((fits, at) => fits(candidate[at] ?? ''))
  }
}

/** `*` matches any run of characters within one part. Each star costs time linear in the text. */
function partTest(pattern: string): (part: string) => boolean {
  if (!pattern.includes('*')) return (part) => part === pattern
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop() ?? ''
  return (part) => {
    if (part.length < head.length + tail.length) return false
    if (!part.startsWith(head) || !part.endsWith(tail)) return false
    const end = part.length - tail.length
    let at = head.length
    for (const piece of rest) {
      const found = part.indexOf(piece, at)
      if (found < 0 || found + piece.length > end) return false
      at = found + piece.length
    }
    return true
  }
}
