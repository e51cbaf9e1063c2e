/** The forms that replace the lists. */
export type View = { kind: 'add' } | { kind: 'trigger' | 'configuration'; id: string }

/** The name of a view in the page's address. */
export const viewName = (view: View): string =>
  view.kind === 'add' ? view.kind : `${view.kind}/${view.id}`

/** The view of a name; undefined for the lists, and for names that mean none. */
export function viewCalled(name: string): View | undefined {
  if (name === 'add') return { kind: 'add' }
  const [, kind, id = ''] = /^(trigger|configuration)\/(.+)$/.exec(name) ?? []
  return kind === 'trigger' || kind === 'configuration' ? { kind, id } : undefined
}
