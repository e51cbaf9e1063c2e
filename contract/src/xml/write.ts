import type { XmlElement } from './element.ts'

/** Characters that XML 1.0 §2.2 can't represent, escaped or not. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

/** Whether XML can represent a text: not most control characters and lone surrogates. */
export const writable = (text: string): boolean => text.search(UNWRITABLE) === -1

interface XmlStyle {
  /** Whether empty elements have both tags, or one that ends itself. */
  empty?: 'both' | 'one'
  /**
   * What to do with characters that XML can't represent. A list that can't be read because of one
   * name is worse than a name with a replacement character; what a person sends must not change.
   */
  unwritable?: 'refuse' | 'replace'
}

/**
 * The element on one line. It declares every namespace: the given ones with their prefixes, in
 * order and used or not, any others as `ns1`, `ns2`, …
 * @param prefixes namespaces by prefix; the empty prefix is the default namespace
 * @throws TypeError for a text that XML can't represent, unless `unwritable` says otherwise
 */
export function writeXml(
  root: XmlElement,
  prefixes: Readonly<Record<string, string>>,
  { empty = 'both', unwritable = 'refuse' }: XmlStyle = {},
): string {
  const known = new Map(Object.entries(prefixes).map(([prefix, uri]) => [uri, prefix]))
  known.set(XML_NAMESPACE, 'xml')
  let own = 0
  const name = (namespace: string, local: string): string => {
    if (namespace === '') return local
    const prefix = known.get(namespace) ?? `ns${(own += 1)}`
    known.set(namespace, prefix)
    return prefix === '' ? local : `${prefix}:${local}`
  }

  /** A carriage return would be read back as a line feed (XML 1.0 §2.11). */
  function escape(text: string): string {
    if (unwritable === 'refuse' && !writable(text)) {
      throw new TypeError('XML cannot hold this text')
    }
    return text
      .replaceAll(UNWRITABLE, '\uFFFD')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('\r', '&#13;')
  }

  /** Blanks in an attribute would be read back as spaces (XML 1.0 §3.3.3). */
  const escapeValue = (text: string): string =>
    escape(text).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;')

  const inside = ({ text, children }: XmlElement): string =>
    escape(text) + children.map((child) => write(child)).join('')

  function write(one: XmlElement): string {
    const tag = name(one.namespace, one.name)
    const opening = `<${tag}${attributesOf(one)}`
    const content = inside(one)
    return content === '' && empty === 'one' ? `${opening}/>` : `${opening}>${content}</${tag}>`
  }

  const attributesOf = ({ attributes }: XmlElement): string =>
    attributes
      .map((one) => ` ${name(one.namespace, one.name)}="${escapeValue(one.value)}"`)
      .join('')

  const tag = name(root.namespace, root.name)
  const attributes = attributesOf(root)
  const content = inside(root)
  known.delete(XML_NAMESPACE)
  const declared = Array.from(
    known,
    ([uri, prefix]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeValue(uri)}"`,
  )
  return `<${tag}${declared.join('')}${attributes}>${content}</${tag}>`
}

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
