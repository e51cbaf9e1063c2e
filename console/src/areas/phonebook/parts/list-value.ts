/** A list as one value of a form, whose values are flat: JSON, with an id for each item. */
export type Listed = { readonly id: string }

export const listIn = (value: string) => JSON.parse(value) as readonly Listed[]

export const listValue = (list: readonly Listed[]): string => JSON.stringify(list)

/** With an item at another place among the others. */
export function movedTo<T extends Listed>(list: readonly T[], id: string, to: number): T[] {
  const item = list.find((one) => one.id === id)
  const others = list.filter((one) => one.id !== id)
  return item ? others.toSpliced(to, 0, item) : others
}
