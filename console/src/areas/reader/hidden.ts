/** The values of a form with those of the fields that it doesn't show as they were before. */
export const keepHidden = <V extends object>(
  typed: V,
  before: V,
  shown: ReadonlySet<keyof V>,
): V => ({
  ...typed,
  ...Object.fromEntries(Object.entries(before).filter(([field]) => !shown.has(field as keyof V))),
})
