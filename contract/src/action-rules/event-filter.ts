/**
 * Which events an action rule is about: a topic, and values that items of the message must have.
 * Source: public documentation, "Event and action services"; ONVIF Core, "Message Content Filter".
 */
import type { DeviceEvent } from '../events.ts'

export interface EventItem {
  name: string
  value: string
}

export interface EventFilter {
  /** Without prefixes: `Device/Trigger/DigitalInput`. */
  topic: string
  /** All of them must be in the source or the data of the event. */
  items: readonly EventItem[]
}

/** Whether the filter lets an event through. Booleans match however they are written. */
export function matchesFilter(
  { topic, items }: EventFilter,
  event: Pick<DeviceEvent, 'topic' | 'source' | 'data'>,
): boolean {
  if (event.topic !== topic) return false
  return items.every(({ name, value }) => {
    const found = event.data[name] ?? event.source[name]
    return found !== undefined && sameValue(found, value)
  })
}

const BOOLEANS: Readonly<Record<string, string>> = { '0': 'false', '1': 'true' }
const sameValue = (one: string, other: string) =>
  one === other || (BOOLEANS[one] ?? one) === (BOOLEANS[other] ?? other)

/** One comparison of ONVIF's ItemFilter, with either kind of quotation marks. */
const COMPARISON =
  /^boolean\(\/\/(?:[\w-]+:)?SimpleItem\[@Name=(?<q>["'])(?<name>[^"']*)\k<q> and @Value=(?<r>["'])(?<value>[^"']*)\k<r>\]\)$/

/**
 * Reads the subset of ItemFilter that devices document: comparisons of items, joined by `and`.
 * @throws SyntaxError for any other expression
 */
export function readItemFilter(text: string): EventItem[] {
  const expression = text.trim().replaceAll(/\s+/g, ' ')
  if (expression === '') return []
  return expression.split(/ and (?=boolean\()/).map((part) => {
    const { name, value } = COMPARISON.exec(part.trim())?.groups ?? {}
    if (name === undefined || value === undefined) {
      throw new SyntaxError(`not a comparison of an item: ${part}`)
    }
    return { name, value }
  })
}

/** The items as an ItemFilter expression. */
export const writeItemFilter = (items: readonly EventItem[]): string =>
  items
    .map(({ name, value }) => `boolean(//SimpleItem[@Name="${name}" and @Value="${value}"])`)
    .join(' and ')
