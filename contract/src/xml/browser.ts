import type { XmlElement } from './element.ts'

const NAMESPACES = 'http://www.w3.org/2000/xmlns/'

/** Reads XML with the browser's own parser; undefined when it is not well-formed. */
export function parseXml(text: string): XmlElement | undefined {
  const document = new DOMParser().parseFromString(text, 'application/xml')
  // Browsers insert an element of this name into a document that they could not read.
  if (document.getElementsByTagName('parsererror').length > 0) return undefined
  return treeOf(document.documentElement)
}

function treeOf(element: Element): XmlElement {
  return {
    name: element.localName,
    namespace: element.namespaceURI ?? '',
    attributes: Array.from(element.attributes, ({ localName, namespaceURI, value }) => ({
      name: localName,
      namespace: namespaceURI ?? '',
      value,
    })).filter(({ namespace }) => namespace !== NAMESPACES),
    children: Array.from(element.children, treeOf),
    text: Array.from(element.childNodes)
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE || nodeType === Node.CDATA_SECTION_NODE)
      .map(({ nodeValue }) => nodeValue ?? '')
      .join(''),
  }
}
