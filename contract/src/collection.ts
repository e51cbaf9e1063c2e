/** How collections are read: by pages, filtered and sorted on the device. Own design. */
import * as v from 'valibot'

/** Rows of one page, at most. */
export const PAGE_LIMIT = 500

/** A row as it is stored: its id for good, its version until it changes. */
export type Stored<T> = T & { id: string; version: string }

/** Which rows to read; without a filter all, without a sort in the order in which they were added. */
export interface PageRequest {
  /** Rows to skip. */
  offset?: number | undefined
  /** Rows to read, at most `PAGE_LIMIT`; 100 by default. */
  limit?: number | undefined
  /** Words that rows contain in this order, whatever their case and accents. */
  filter?: string | undefined
  sort?: string | undefined
  descending?: boolean | undefined
}

export interface Page<T> {
  items: T[]
  /** Rows that match the filter, on all pages. */
  total: number
  /** The version of the whole collection. */
  version: string
}

/** A number of a query, where everything is text. */
const whole = (max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))]),
    v.integer(),
    v.minValue(0),
    v.maxValue(max),
  )

/** The `request` of a call that reads a page. */
export const pageRequest = v.object({
  offset: v.optional(whole(1e9)),
  limit: v.optional(whole(PAGE_LIMIT)),
  filter: v.optional(v.pipe(v.string(), v.maxLength(200))),
  sort: v.optional(v.string()),
  descending: v.optional(
    v.union([
      v.boolean(),
      v.pipe(
        v.picklist(['true', 'false']),
        v.transform((text) => text === 'true'),
      ),
    ]),
  ),
})

/** The `data` of a call that reads a page of such rows. */
export const pageOf = <S extends v.GenericSchema>(row: S) =>
  v.object({ items: v.array(row), total: v.number(), version: v.string() })
