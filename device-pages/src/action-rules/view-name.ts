/** What replaces the list: the log, or the form of a new rule, of a copy or of a rule. */
export type View = { kind: 'add' | 'log' } | { kind: 'rule' | 'copy'; id: string }

/** The name of a view in the page's address. */
export const viewName = (view: View): string =>
  'id' in view ? `${view.kind}/${view.id}` : view.kind

/** The view of a name; undefined for the list, and for names that mean none. */
export function viewCalled(name: string): View | undefined {
  if (name === 'add' || name === 'log') return { kind: name }
  const [, kind, id = ''] = /^(rule|copy)\/(.+)$/.exec(name) ?? []
  return kind === 'rule' || kind === 'copy' ? { kind, id } : undefined
}
