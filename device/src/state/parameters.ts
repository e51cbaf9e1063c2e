import type { ParameterList } from '@lintel/contract/calls/parameters'

/** The tree of `root.*` parameters. Names are full (`root.Network.HostName`) everywhere inside. */
export interface Parameters {
  /** The value of a parameter, computed or stored. An unknown name is a programming error and throws. */
  get(name: string): string
  /**
   * The parameters of the groups (names, groups, `*` for one part; with or without `root.`; none:
   * all) that the caller's account groups may read, in the device's order. Secrets read as stars.
   */
  list(groups: readonly string[], caller: readonly string[]): ParameterList
  /** Sets all or none, durably. Throws `Refusal`: unknown, computed, not the caller's, a bad value, storage. */
  update(values: Readonly<Record<string, string>>, caller: readonly string[]): void
  /** As `update`, for the device's own services: writes what no caller may write, never what is computed. */
  set(values: Readonly<Record<string, string>>): void
  /** Told the changed names under the prefix (`root.Network`), after the commit. */
  subscribe(prefix: string, fn: (changed: string[]) => void): () => void
}
