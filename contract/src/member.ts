/** A member of a value of unknown shape; undefined unless that is an object that has it. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}

/** A member that is a text; empty for anything else. */
export function textMember(value: unknown, name: string): string {
  const found = member(value, name)
  return typeof found === 'string' ? found : ''
}
