/** The form of a schedule that replaces the list. */
export type View = { kind: 'add' } | { kind: 'schedule'; eventId: string }

/** The name of a view in the page's address. */
export const viewName = (view: View): string =>
  view.kind === 'add' ? view.kind : `${view.kind}/${view.eventId}`

/** The view of a name; undefined for the list, and for names that mean none. */
export function viewCalled(name: string): View | undefined {
  if (name === 'add') return { kind: 'add' }
  const eventId = /^schedule\/(.+)$/.exec(name)?.[1]
  return eventId === undefined ? undefined : { kind: 'schedule', eventId }
}
