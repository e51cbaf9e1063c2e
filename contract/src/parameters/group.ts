import type { Codecs } from './codec.ts'

/** The codecs of a group by the full names of its parameters. */
export type Group<P extends string, E> = {
  readonly [N in keyof E & string as `root.${P}.${N}`]: E[N]
}

/**
 * The parameters of one group below `root`, by their names in it. For a counted group this is a
 * function of the index: `` group(`IOPort.I${index}`, …) ``.
 */
export function group<const P extends string, E extends Codecs>(
  prefix: P,
  entries: E,
): Group<P, E> {
  return Object.fromEntries(
    Object.entries(entries).map(([name, codec]) => [`root.${prefix}.${name}`, codec]),
  ) as Group<P, E>
}
