/** The form of a profile that replaces the list. */
export type View = { kind: 'add' } | { kind: 'profile'; token: string }

/** The name of a view in the page's address. */
export const viewName = (view: View): string =>
  view.kind === 'add' ? view.kind : `${view.kind}/${view.token}`

/** The view of a name; undefined for the list, and for names that mean none. */
export function viewCalled(name: string): View | undefined {
  if (name === 'add') return { kind: 'add' }
  const token = /^profile\/(.+)$/.exec(name)?.[1]
  return token === undefined ? undefined : { kind: 'profile', token }
}
