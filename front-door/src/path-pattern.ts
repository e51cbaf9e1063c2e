import type { Endpoint } from './kinds/kind.ts'

/** A declared path with members. */
export interface PathPattern {
  path: string
  endpoints: readonly Endpoint[]
  /**
   * The members in a path, encoded like a query; undefined when it doesn't match.
   * @param written as the client wrote it, so that an escaped slash ends no segment
   * @param path the same decoded
   */
  membersOf(written: string, path: string): string | undefined
}

export function openPattern(path: string, endpoints: readonly Endpoint[]): PathPattern {
  const start = path.slice(0, path.indexOf('{'))
  const segments = path.split('/')
  const names = segments.map(memberOf)
  return {
    path,
    endpoints,
    membersOf(written, asked) {
      if (!asked.startsWith(start)) return undefined
      const given = written.split('/').map(decoded)
      if (given.length !== segments.length) return undefined
      const members = new URLSearchParams()
      for (const [at, value] of given.entries()) {
        const name = names[at]
        if (name === undefined) {
          if (value !== segments[at]) return undefined
        } else {
          if (value === undefined || !isMember(value)) return undefined
          members.append(name, value)
        }
      }
      return members.toString()
    },
  }
}

/** The name of the member that a declared segment stands for. */
const memberOf = (segment: string): string | undefined => /^\{(\w+)\}$/.exec(segment)?.[1]

/** Clients resolve segments of dots (RFC 3986 §5.2.4), so nothing can be there. */
const isMember = (value: string): boolean => !/^\.{0,2}$|\//.test(value)

/** A path with its escapes decoded; undefined when one is malformed. */
export function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/**
 * Throws at start-up if a path can match two patterns, or a pattern and an operation.
 * @param isOperation whether a service takes the path for that of an operation
 */
export function checkPatterns(
  patterns: readonly PathPattern[],
  isOperation: (path: string) => boolean,
): void {
  for (const [at, { path }] of patterns.entries()) {
    const other = patterns.slice(at + 1).find((later) => overlap(path, later.path))
    if (other || isOperation(path)) {
      throw new Error(`calls at ${path} and ${other?.path ?? 'its service'} can't be told apart`)
    }
  }
}

function overlap(path: string, other: string): boolean {
  const [ours, theirs] = [path.split('/'), other.split('/')]
  return (
    ours.length === theirs.length &&
    ours.every((segment, at) => {
      const across = theirs[at] ?? ''
      return segment === across || memberOf(segment) !== undefined || memberOf(across) !== undefined
    })
  )
}
