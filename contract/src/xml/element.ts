/**
 * XML as both ends look at it. The browser makes the tree with its own parser (`xml/browser.ts`),
 * the device with the front door's (`@lintel/front-door/xml`), so that everything above is the same.
 * Namespaces are URIs: which prefix stood for one is lost on purpose (Namespaces in XML 1.0 §4).
 */
export interface XmlElement {
  /** Without a prefix. */
  name: string
  /** Empty for none. */
  namespace: string
  /** Without namespace declarations. */
  attributes: readonly XmlAttribute[]
  children: readonly XmlElement[]
  /** All text directly inside, with references resolved; its place among the children is lost. */
  text: string
}

export interface XmlAttribute {
  name: string
  namespace: string
  value: string
}

/** An element with text or with children. */
export function element(
  namespace: string,
  name: string,
  content: string | readonly XmlElement[] = '',
  attributes: readonly XmlAttribute[] = [],
): XmlElement {
  return typeof content === 'string'
    ? { name, namespace, attributes, children: [], text: content }
    : { name, namespace, attributes, children: content, text: '' }
}

/** The first child of that name. */
export function childOf(
  parent: XmlElement | undefined,
  namespace: string,
  name: string,
): XmlElement | undefined {
  return parent?.children.find((child) => child.name === name && child.namespace === namespace)
}

/** An attribute's value. */
export function attributeOf(
  { attributes }: XmlElement,
  namespace: string,
  name: string,
): string | undefined {
  return attributes.find((one) => one.name === name && one.namespace === namespace)?.value
}
