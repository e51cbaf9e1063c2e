/** The views that replace the lists. */
export type View = { kind: 'create' | 'upload' } | { kind: 'details'; id: string }

const DETAILS = 'details/'

/** The name of a view in the page's address. */
export const viewName = (view: View): string =>
  view.kind === 'details' ? DETAILS + view.id : view.kind

/** The view of a name; undefined for the lists, and for names that mean none. */
export function viewCalled(name: string): View | undefined {
  if (name === 'create' || name === 'upload') return { kind: name }
  return name.startsWith(DETAILS) ? { kind: 'details', id: name.slice(DETAILS.length) } : undefined
}
