import type { SoapCall } from '@lintel/contract/call'
import type { SoapService } from '@lintel/contract/soap/service'
import type { Fields, Shape, XmlShape } from '@lintel/contract/soap/shape'
import { element } from '@lintel/contract/xml/element'
import type { XmlElement } from '@lintel/contract/xml/element'
import { writeXml, XML_DECLARATION } from '@lintel/contract/xml/write'
import { ALL_NAMESPACES } from '@lintel/front-door/soap/namespaces'

const WSDL = 'http://schemas.xmlsoap.org/wsdl/'
const SOAP_BINDING = 'http://schemas.xmlsoap.org/wsdl/soap12/'
const SCHEMA = 'http://www.w3.org/2001/XMLSchema'
const HTTP_TRANSPORT = 'http://schemas.xmlsoap.org/soap/http'

/**
 * Generates a service's description from its declared calls: WSDL 1.1 with the SOAP 1.2 binding,
 * document style, literal use.
 * @param origin the device's origin as the client used it, for the service's address
 */
export function describe(
  service: SoapService,
  calls: readonly SoapCall[],
  origin: string,
): Uint8Array {
  const { name, prefix, namespace: targetNamespace } = service
  const prefixed = (local: string): string => `${prefix}:${local}`
  const tree = wsdl('definitions', { name, targetNamespace }, [
    wsdl('types', {}, schemasOf(service, calls)),
    ...calls.flatMap(({ operation }) =>
      [operation, `${operation}Response`].map((message) =>
        wsdl('message', { name: message }, [
          wsdl('part', { name: 'parameters', element: prefixed(message) }),
        ]),
      ),
    ),
    wsdl(
      'portType',
      { name: `${name}Port` },
      calls.map(({ operation, summary }) =>
        wsdl('operation', { name: operation }, [
          element(WSDL, 'documentation', summary),
          wsdl('input', { message: prefixed(operation) }),
          wsdl('output', { message: prefixed(`${operation}Response`) }),
        ]),
      ),
    ),
    wsdl('binding', { name: `${name}Binding`, type: prefixed(`${name}Port`) }, [
      bound('binding', { style: 'document', transport: HTTP_TRANSPORT }),
      ...calls.map(({ operation }) =>
        wsdl('operation', { name: operation }, [
          bound('operation', { soapAction: `${targetNamespace}/${operation}` }),
          wsdl('input', {}, [bound('body', { use: 'literal' })]),
          wsdl('output', {}, [bound('body', { use: 'literal' })]),
        ]),
      ),
    ]),
    wsdl('service', { name }, [
      wsdl('port', { name: `${name}Port`, binding: prefixed(`${name}Binding`) }, [
        bound('address', { location: `${origin}${calls[0]?.path ?? ''}` }),
      ]),
    ]),
  ])
  const prefixes = { wsdl: WSDL, soap12: SOAP_BINDING, xs: SCHEMA, ...prefixesOf(service, calls) }
  return new TextEncoder().encode(XML_DECLARATION + writeXml(tree, prefixes))
}

type Named = Extract<Shape, { name: string }>

const PLAIN_TYPES = {
  text: 'xs:string',
  number: 'xs:int',
  decimal: 'xs:float',
  boolean: 'xs:boolean',
} as const

/** Every named type reachable from the fields, once. */
function typesIn(fields: Fields, found = new Map<string, Named>()): Map<string, Named> {
  for (const { shape } of Object.values(fields)) {
    if (!('name' in shape)) continue
    found.set(`${shape.namespace} ${shape.name}`, shape)
    if (shape.type === 'record') typesIn(shape.fields, found)
  }
  return found
}

const allTypes = (calls: readonly SoapCall[]): Named[] => {
  const found = new Map<string, Named>()
  for (const { input, output } of calls) typesIn(output, typesIn(input, found))
  return Array.from(found.values())
}

/** The elements of messages that are of another namespace than the service, by that namespace. */
function elementsFrom(calls: readonly SoapCall[]): Map<string, Map<string, Shape>> {
  const found = new Map<string, Map<string, Shape>>()
  for (const { input, output } of calls) {
    for (const [name, { shape, namespace }] of Object.entries({ ...input, ...output })) {
      if (namespace === undefined) continue
      found.set(namespace, (found.get(namespace) ?? new Map<string, Shape>()).set(name, shape))
    }
  }
  return found
}

/** The namespaces of the service and of its types, by the prefixes that devices use. */
function prefixesOf(
  { prefix, namespace }: SoapService,
  calls: readonly SoapCall[],
): Record<string, string> {
  const used = new Set([
    ...allTypes(calls).map((type) => type.namespace),
    ...elementsFrom(calls).keys(),
  ])
  const others = Object.entries(ALL_NAMESPACES).filter(([, uri]) => used.has(uri))
  return { ...Object.fromEntries(others), [prefix]: namespace }
}

/** One schema for each namespace of types; the service's own also has the messages' elements. */
function schemasOf(service: SoapService, calls: readonly SoapCall[]): XmlElement[] {
  const prefixes = new Map(
    Object.entries(prefixesOf(service, calls)).map(([prefix, uri]) => [uri, prefix]),
  )
  const typeName = (shape: Exclude<Shape, XmlShape>): string =>
    'name' in shape ? `${prefixes.get(shape.namespace)}:${shape.name}` : PLAIN_TYPES[shape.type]
  const declared = (name: string, shape: Shape, occurs: Attributes = {}): XmlElement =>
    shape.type === 'xml'
      ? xs('element', { name, ...occurs }, [ANY])
      : xs('element', { name, type: typeName(shape), ...occurs })
  const sequence = (fields: Fields): XmlElement =>
    xs(
      'sequence',
      {},
      Object.entries(fields).map(([name, { shape, occurs, namespace }]) => {
        const times = {
          ...(occurs === 'once' ? {} : { minOccurs: '0' }),
          ...(occurs === 'many' ? { maxOccurs: 'unbounded' } : {}),
        }
        return namespace === undefined
          ? declared(name, shape, times)
          : xs('element', { ref: `${prefixes.get(namespace)}:${name}`, ...times })
      }),
    )
  function typeOf(shape: Named): XmlElement {
    const { name } = shape
    const base = 'xs:string'
    if (shape.type === 'record') {
      const attributes = (shape.attributes ?? []).map((name) => attribute(name))
      return xs('complexType', { name }, [sequence(shape.fields), ...attributes])
    }
    if (shape.type === 'labelled text') {
      const { attribute: label } = shape
      const extension = xs('extension', { base }, [attribute(label.name, { fixed: label.value })])
      return xs('complexType', { name }, [xs('simpleContent', {}, [extension])])
    }
    const values = shape.options.map((value) => xs('enumeration', { value }))
    return xs('simpleType', { name }, [xs('restriction', { base }, values)])
  }
  const messageOf = (name: string, fields: Fields): XmlElement =>
    xs('element', { name }, [xs('complexType', {}, [sequence(fields)])])

  const types = allTypes(calls)
  const elements = elementsFrom(calls)
  const namespaces = new Set([
    ...types.map(({ namespace }) => namespace),
    ...elements.keys(),
    service.namespace,
  ])
  return Array.from(namespaces, (targetNamespace) =>
    xs('schema', { targetNamespace, elementFormDefault: 'qualified' }, [
      ...Array.from(namespaces)
        .filter((other) => other !== targetNamespace)
        .map((namespace) => xs('import', { namespace })),
      ...types.filter(({ namespace }) => namespace === targetNamespace).map(typeOf),
      ...Array.from(elements.get(targetNamespace) ?? [], ([name, shape]) => declared(name, shape)),
      ...(targetNamespace === service.namespace
        ? calls.flatMap(({ operation, input, output }) => [
            messageOf(operation, input),
            messageOf(`${operation}Response`, output),
          ])
        : []),
    ]),
  )
}

type Attributes = Readonly<Record<string, string>>

const within =
  (namespace: string) =>
  (name: string, attributes: Attributes, children: readonly XmlElement[] = []): XmlElement =>
    element(
      namespace,
      name,
      children,
      Object.entries(attributes).map(([name, value]) => ({ name, namespace: '', value })),
    )

const wsdl = within(WSDL)
const bound = within(SOAP_BINDING)
const xs = within(SCHEMA)

/**
 * The type of elements of any form, as that of filters in WS-BaseNotification. Clients can't write
 * into `xs:anyType`.
 */
const ANY = xs('complexType', {}, [
  xs('sequence', {}, [
    xs('any', {
      namespace: '##any',
      processContents: 'lax',
      minOccurs: '0',
      maxOccurs: 'unbounded',
    }),
  ]),
])

/** The declaration of an attribute. */
const attribute = (name: string, more: Attributes = {}): XmlElement =>
  xs('attribute', { name, type: 'xs:string', ...more })
