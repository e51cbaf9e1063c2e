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

/** One end of a comparison: an attribute, and its value in either kind of quotation marks. */
const attribute = (group: string): string =>
  String.raw`@(?<${group}>Name|Value)\s*=\s*(?:"(?<${group}Double>[^"]*)"|'(?<${group}Single>[^']*)')`

/** One comparison of an item, with blanks wherever XPath has them, and whether another one follows. */
const COMPARISON = new RegExp(
  String.raw`\s*boolean\s*\(\s*//(?:[\w-]+:)?SimpleItem\s*\[\s*${attribute('first')}\s+and\s+${attribute('second')}\s*\]\s*\)\s*(?:$|(?<more>and)\b)`,
  'y',
)

/**
 * Reads the subset of ItemFilter that devices document: comparisons of items, joined by `and`.
 * @throws SyntaxError for any other expression
 */
export function readItemFilter(text: string): EventItem[] {
  if (text.trim() === '') return []
  const items: EventItem[] = []
  COMPARISON.lastIndex = 0
  let more = true
  while (more) {
    const at = COMPARISON.lastIndex
    const found = COMPARISON.exec(text)?.groups
    if (!found || found['first'] === found['second']) {
      throw new SyntaxError(`not a comparison of an item: ${text.slice(at, at + 64)}`)
    }
    const one = found['firstDouble'] ?? found['firstSingle'] ?? ''
    const other = found['secondDouble'] ?? found['secondSingle'] ?? ''
    const [name, value] = found['first'] === 'Name' ? [one, other] : [other, one]
    items.push({ name, value })
    more = found['more'] !== undefined
  }
  return items
}

/** The items as an ItemFilter expression. A value with both quotation marks can't be written. */
export const writeItemFilter = (items: readonly EventItem[]): string =>
  items
    .map(({ name, value }) => `boolean(//SimpleItem[@Name="${name}" and @Value=${quoted(value)}])`)
    .join(' and ')

const quoted = (value: string): string => (value.includes('"') ? `'${value}'` : `"${value}"`)
