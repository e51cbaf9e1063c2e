/** One challenge of a WWW-Authenticate header. */
export interface Challenge {
  /** Lower case. */
  scheme: string
  /** By lower-case name. */
  parameters: ReadonlyMap<string, string>
}

const SCHEME = /[ \t,]*([!#$%&'*+.^_`|~\w-]+)(?=[ \t]|$)(?![ \t]*=)[ \t]*/y
const PARAMETER = /[ \t,]*([!#$%&'*+.^_`|~\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))/y

/**
 * The challenges of a WWW-Authenticate header, also of several headers joined by commas (RFC 9110
 * §11.6.1). Stops at the first part it can't read and returns what came before.
 */
export function challengesIn(header: string): Challenge[] {
  const found: Challenge[] = []
  let at = 0
  for (;;) {
    SCHEME.lastIndex = at
    const scheme = SCHEME.exec(header)
    if (!scheme) return found
    at = SCHEME.lastIndex
    const parameters = new Map<string, string>()
    found.push({ scheme: (scheme[1] ?? '').toLowerCase(), parameters })
    for (;;) {
      PARAMETER.lastIndex = at
      const pair = PARAMETER.exec(header)
      if (!pair) break
      at = PARAMETER.lastIndex
      const value = pair[2]?.replaceAll(/\\(.)/g, '$1') ?? pair[3] ?? ''
      parameters.set((pair[1] ?? '').toLowerCase(), value)
    }
  }
}
