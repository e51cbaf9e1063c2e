/** Where the console continues after a change of address. */
export interface Move {
  /** The device's new URL, without a path. */
  url: string
  /**
   * Redeemed there by the console. Absent if the device has no trials: its sign-in page asks
   * instead.
   */
  ticket?: string
  /** Unless the console opens there, the device is back here after this many seconds. */
  seconds?: number
  /** Where the device is back then: the origin at which it was opened. */
  from?: string
}

/**
 * The URL of a move, with the ticket in the fragment, which servers don't see, and then the old
 * origin.
 * @param route the page of the console that opens there
 */
export const pageAt = ({ url, ticket, from = '' }: Move, route = '/'): string =>
  `${url}/webapp/hw/${ticket === undefined ? '' : `#${route}?ticket=${ticket}&from=${from}`}`

/**
 * Opens another page in place of this one, once the current render has dropped its question about
 * unsaved changes.
 */
export function goTo(url: string): void {
  setTimeout(() => {
    const { origin, pathname } = new URL(url)
    const same = origin === location.origin && pathname === location.pathname
    location.assign(url)
    // Only the fragment differs from this page's, so navigating would load nothing.
    if (same) location.reload()
  })
}
