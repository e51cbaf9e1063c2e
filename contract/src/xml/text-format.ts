import type { TextFormat } from '../text.ts'
import { parseXml } from './browser.ts'
import { element } from './element.ts'
import { errorInstead, errorText } from './error-text.ts'
import type { XmlAttribute, XmlElement } from './element.ts'
import { writeXml, XML_DECLARATION } from './write.ts'

const XSI = 'http://www.w3.org/2001/XMLSchema-instance'

/** How the answers of a family of calls look as XML, and how they fail. */
export interface XmlShape<A> {
  write(answer: A): XmlElement
  /** @throws SyntaxError when it is something else */
  read(root: XmlElement): A
  /** @param codes the codes of the refusal, if it has any */
  refuse(message: string, codes: readonly string[]): XmlElement
  /** The device's message when the answer is a failure, else undefined. */
  refusal(root: XmlElement): string | undefined
}

/** A document whose root's namespace is the default one. */
function documentOf(root: XmlElement): string {
  const prefixes = root.namespace === '' ? { xsi: XSI } : { '': root.namespace, xsi: XSI }
  return `${XML_DECLARATION}${writeXml(root, prefixes, { empty: 'one', unwritable: 'replace' })}\n`
}

/** Where the schema of a document is. */
export const schemaLocation = (location: string): XmlAttribute => ({
  name: 'schemaLocation',
  namespace: XSI,
  value: location,
})

/**
 * The text format of calls that answer in XML, failures included, with status 200. Its decoding
 * needs a browser's parser.
 */
export function xmlFormat<A>(shape: XmlShape<A>): TextFormat<A> {
  return {
    contentType: 'text/xml; charset=utf-8',
    encode: (answer) => documentOf(shape.write(answer)),
    decode(text) {
      const found = parseXml(text)
      if (!found) throw new SyntaxError('not XML')
      return shape.read(found)
    },
    refuse: (message, codes = []) => documentOf(shape.refuse(message, codes)).trimEnd(),
    faultIn(text) {
      const found = parseXml(text)
      if (!found || found.name.toLowerCase() === 'html') return errorInstead(text)
      const message = shape.refusal(found)
      return message === undefined ? undefined : errorText(message)
    },
  }
}

/** The root element of a document without a namespace, with the address of its schema. */
export const rootWithSchema = (
  name: string,
  schema: string,
  children: readonly XmlElement[],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement => ({
  ...withAttributes(name, attributes, children),
  attributes: [
    ...plain(attributes),
    { name: 'noNamespaceSchemaLocation', namespace: XSI, value: schema },
  ],
})

/** An element with attributes, none of them in a namespace. */
export const withAttributes = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly XmlElement[] = [],
): XmlElement => element('', name, children, plain(attributes))

const plain = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes).map(([name, value]) => ({ name, namespace: '', value }))

/**
 * The first element of that name below another one, whatever its namespace and depth: devices
 * differ in both.
 */
export function findElement(root: XmlElement, name: string): XmlElement | undefined {
  return findElements(root, name)[0]
}

/** All elements of that name, the root included, in document order. */
export function findElements(root: XmlElement, name: string): XmlElement[] {
  const below = root.children.flatMap((child) => findElements(child, name))
  return root.name === name ? [root, ...below] : below
}

/** The attributes of an element by their names, without those that a schema's namespace has. */
export const attributesIn = ({ attributes }: XmlElement): Readonly<Record<string, string>> =>
  Object.fromEntries(
    attributes.filter(({ namespace }) => namespace === '').map(({ name, value }) => [name, value]),
  )
