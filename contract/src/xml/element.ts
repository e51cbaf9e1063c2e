/**
 * XML as both ends see it. The browser builds the tree with its own parser (`xml/browser.ts`), the
 * device with the front door's (`@lintel/front-door/xml`), so that everything above is shared.
 * Namespaces are URIs; their prefixes are dropped on purpose (Namespaces in XML 1.0 §4).
 */
export interface XmlElement {
  /** Without a prefix. */
  name: string
  /** Empty for none. */
  namespace: string
  /** Without namespace declarations. */
  attributes: readonly XmlAttribute[]
  children: readonly XmlElement[]
  /**
   * All text directly inside, with references resolved; its position among the children is not
   * preserved.
   */
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
