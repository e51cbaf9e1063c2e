import { Fragment } from 'react'
import type { ReactNode } from 'react'

/** Before an @ or a dot, after a colon or a slash. */
const BREAKS = /(?=[@.])|(?<=[:/])/

/**
 * An address that breaks between its parts where it doesn't fit into one line, instead of inside a
 * word. Breaks don't become part of what is copied.
 */
export function breakable(address: string): ReactNode {
  return address.split(BREAKS).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity, and may repeat
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
