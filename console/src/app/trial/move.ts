/** Where the console is opened after a change that leads elsewhere. */
export interface Move {
  /** The device there, as a URL without a path. */
  url: string
  /** Redeemed there by the console. Absent where the device has no trials: its sign-in page asks. */
  ticket?: string
  /** Without the console there, the device is back here after so many seconds. */
  seconds?: number
  /** Where the device is back then: the origin that it was opened at. */
  from?: string
}

/**
 * Where a move leads, with the ticket in the fragment, which no server ever sees, and after it
 * where the device was.
 * @param route the page of the console that opens there
 */
export const pageAt = ({ url, ticket, from = '' }: Move, route = '/'): string =>
  `${url}/webapp/hw/${ticket === undefined ? '' : `#${route}?ticket=${ticket}&from=${from}`}`

/** Opens another page in place of this one, once what is rendered now has dropped its question about unsaved work. */
export function goTo(url: string): void {
  setTimeout(() => {
    const same = new URL(url).origin === location.origin
    location.assign(url)
    // Only its fragment differs from this page's: going there would load nothing.
    if (same) location.reload()
  })
}
