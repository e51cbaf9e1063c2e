/** Whether two records have the same values under the same names. */
export function sameRecord<V extends object>(one: V, other: V): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof V>
  return Array.from(names).every((name) => Object.is(one[name], other[name]))
}
