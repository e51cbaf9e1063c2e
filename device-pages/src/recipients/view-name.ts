/** The forms that replace the list. */
export type View = { kind: 'add' } | { kind: 'recipient'; id: string }

/** The name of a view in the page's address. */
export const viewName = (view: View): string =>
  view.kind === 'add' ? view.kind : `${view.kind}/${view.id}`

/** The view of a name; undefined for the list, and for names that mean none. */
export function viewCalled(name: string): View | undefined {
  if (name === 'add') return { kind: 'add' }
  const [, id] = /^recipient\/(.+)$/.exec(name) ?? []
  return id === undefined ? undefined : { kind: 'recipient', id }
}
