/** The first id of the form `prefix_0` that is not taken. */
export function freeId(prefix: string, taken: readonly string[]): string {
  const known = new Set(taken)
  let number = 0
  while (known.has(`${prefix}_${number}`)) number += 1
  return `${prefix}_${number}`
}
