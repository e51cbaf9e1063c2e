/**
 * Puts values into compiled ICU messages. The build parses the texts (`tools/messages.mjs`), so that
 * the browser gets their syntax trees and needs neither parser nor library.
 */

/** The elements of a tree, as `@formatjs/icu-messageformat-parser` numbers them. */
export type MessageElement =
  | { type: 0; value: string }
  | { type: 1; value: string }
  | { type: 2; value: string }
  | { type: 5; value: string; options: Options }
  | { type: 6; value: string; options: Options; offset: number; pluralType: 'cardinal' | 'ordinal' }
  | { type: 7 }
  | { type: 8; value: string; children: readonly MessageElement[] }

type Options = Readonly<Record<string, { value: readonly MessageElement[] }>>

/** A value is a text, a number, whatever stands for an element, or for a tag a function of its content. */
export type MessageValues<T> = Readonly<Record<string, T | string | number | Tag<T>>>

type Tag<T> = (content: (T | string)[]) => T

const plurals = new Map<string, Intl.PluralRules>()

function pluralOf(language: string, type: 'cardinal' | 'ordinal', count: number): string {
  const key = `${language} ${type}`
  const rules = plurals.get(key) ?? new Intl.PluralRules(language, { type })
  plurals.set(key, rules)
  return rules.select(count)
}

/**
 * The parts of a message with its values in place.
 * @param count what `#` stands for, inside a plural
 */
export function formatMessage<T>(
  elements: readonly MessageElement[],
  language: string,
  values: MessageValues<T>,
  count = 0,
): (T | string)[] {
  return elements.flatMap((element) => formatElement(element, language, values, count))
}

function formatElement<T>(
  element: MessageElement,
  language: string,
  values: MessageValues<T>,
  count: number,
): (T | string)[] {
  const inside = (parts: readonly MessageElement[] = [], number = count) =>
    formatMessage(parts, language, values, number)
  const written = (number: number) => new Intl.NumberFormat(language).format(number)
  if (element.type === 0) return [element.value]
  if (element.type === 7) return [written(count)]
  const value = values[element.value]
  if (element.type === 2) return [written(Number(value))]
  if (element.type === 5) {
    const { options } = element
    return inside((options[String(value)] ?? options['other'])?.value)
  }
  if (element.type === 6) {
    const { options, offset, pluralType } = element
    const rest = Number(value) - offset
    const form = options[`=${String(value)}`] ?? options[pluralOf(language, pluralType, rest)]
    return inside((form ?? options['other'])?.value, rest)
  }
  if (element.type === 8) {
    const content = inside(element.children)
    return isTag(value) ? [value(content)] : content
  }
  // A placeholder that got no value stays to be seen.
  if (value === undefined || isTag(value)) return [`{${element.value}}`]
  return [typeof value === 'number' ? String(value) : value]
}

function isTag<T>(value: MessageValues<T>[string] | undefined): value is Tag<T> {
  return typeof value === 'function'
}
