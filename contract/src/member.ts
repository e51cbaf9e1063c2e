/** A member of a value of unknown shape; undefined unless that is an object that has it. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}
