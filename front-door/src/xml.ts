import { Refusal } from '@lintel/contract/fault'
import type { XmlAttribute, XmlElement } from '@lintel/contract/xml/element'
import { SaxesParser } from 'saxes'
import { xmlText } from './xml-text.ts'

/** Limits: nesting, number of elements, attributes per element. */
export const XML_LIMITS = { depth: 50, elements: 10_000, attributes: 100 } as const

/**
 * How the parser reports the only errors that are let pass: `a="1"b="2"`, in an element or in the
 * XML declaration. Some senders write so, and it can't be misunderstood.
 */
const NO_BLANK = /(?:no whitespace between attributes|whitespace required)\.$/

const XMLNS = 'http://www.w3.org/2000/xmlns/'

/** An element that is still open. */
interface Open {
  element: XmlElement & { attributes: XmlAttribute[]; children: XmlElement[] }
  text: string[]
}

/**
 * Reads an XML document from an untrusted sender (XML 1.0, Namespaces in XML 1.0). Document types
 * are refused before anything is parsed, so there are no entities but XML's own five. The limits
 * are checked while reading, so that no more of a hostile document is held in memory.
 * @param bytes in any encoding that their beginning, `charset` or the document itself names
 * @param charset what the transport says of the encoding
 * @throws Refusal `malformed`
 */
export function readXml(bytes: Uint8Array, charset?: string): XmlElement {
  const text = xmlText(bytes, charset)
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw illFormed('Document types are not allowed.')
  const parser = new SaxesParser({ xmlns: true })
  const open: Open[] = []
  let root: XmlElement | undefined
  let count = 0
  let attributes = 0

  parser.on('error', ({ message }) => {
    if (NO_BLANK.test(message)) return
    throw illFormed(`The XML is not well-formed: ${message}`)
  })
  parser.on('doctype', () => {
    throw illFormed('Document types are not allowed.')
  })
  parser.on('opentagstart', () => {
    attributes = 0
    count += 1
    if (count > XML_LIMITS.elements || open.length >= XML_LIMITS.depth) {
      throw illFormed('The XML has too many elements or levels.')
    }
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > XML_LIMITS.attributes) throw illFormed('An element has too many attributes.')
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    const element: Open['element'] = {
      name: local,
      namespace: uri,
      attributes: Object.values(attributes)
        .filter((one) => one.uri !== XMLNS)
        .map((one) => ({ name: one.local, namespace: one.uri, value: one.value })),
      children: [],
      text: '',
    }
    open.at(-1)?.element.children.push(element)
    open.push({ element, text: [] })
    root ??= element
  })
  const addText = (text: string): void => {
    open.at(-1)?.text.push(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const closed = open.pop()
    if (closed) closed.element.text = closed.text.join('')
  })
  parser.write(text).close()
  if (!root) throw illFormed('The XML has no element.')
  return root
}

const illFormed = (message: string): Refusal =>
  new Refusal('malformed', message.slice(0, 200), ['Sender', 'ter:WellFormed'])
