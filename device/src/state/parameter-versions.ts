import { randomBytes } from 'node:crypto'

/** Versions of the parameter tree, for ETag and If-Match (RFC 9110 §8.8.3, §13.1.1). */
export interface ParameterVersions {
  /** The version of anything read at this moment. */
  current(): string
  /** Whether the groups of these parameters (`root.SNMP`) are unchanged since that version. */
  isCurrent(version: string, names: readonly string[]): boolean
  /** Records a change of these parameters. */
  changed(names: readonly string[]): void
}

/**
 * A version is a count of changes, and each group remembers the count at its last one. So one ETag
 * fits any list, and a change to one group never refuses a write to another. Every start begins a
 * new series, so versions read before a restart are stale.
 */
export function openParameterVersions(): ParameterVersions {
  const series = randomBytes(9).toString('base64url')
  let count = 0
  const lastChange = new Map<string, number>()
  return {
    current: () => `${series}.${count}`,
    isCurrent(version, names) {
      const [, of, read] = /^([\w-]+)\.(\d+)$/.exec(version) ?? []
      if (of !== series || Number(read) > count) return false
      return names.every((name) => (lastChange.get(groupOf(name)) ?? 0) <= Number(read))
    },
    changed(names) {
      count += 1
      for (const name of names) lastChange.set(groupOf(name), count)
    },
  }
}

/** `root.SNMP` for `root.SNMP.Trap.Enabled`. */
const groupOf = (name: string): string => name.split('.', 2).join('.')
