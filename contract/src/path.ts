import { DeviceFault } from './fault.ts'

/** A member of a call's path, in braces: `/things/{id}/image`. */
export const PATH_MEMBER = /\{(\w+)\}/g

/** What no path can hold as a segment: nothing, what URLs resolve (RFC 3986 §5.2.4), half a character. */
const NO_SEGMENT = /^\.{0,2}$|\p{Surrogate}/u

/**
 * The path of a call with its members filled in from the input, and the input without them.
 * @param id the call's id, for the fault
 * @throws DeviceFault `absent` when a member can't be part of a path, so nothing is there
 */
export function fillPath(id: string, path: string, input: object): { path: string; rest: object } {
  if (!path.includes('{')) return { path, rest: input }
  const rest = { ...input } as Record<string, string | number | undefined>
  const filled = path.replaceAll(PATH_MEMBER, (_member, name: string) => {
    const segment = String(rest[name] ?? '')
    delete rest[name]
    if (NO_SEGMENT.test(segment)) throw new DeviceFault('absent', id, '')
    return encodeURIComponent(segment)
  })
  return { path: filled, rest }
}
