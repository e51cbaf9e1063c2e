import { Refusal } from '../fault.ts'
import { attributeOf, element } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'

/**
 * The content of an element. The types of both ends, reading and writing, and the service's
 * description (WSDL) all derive from its shape.
 */
export type Shape = ValueShape | LabelledTextShape | ChoiceShape | RecordShape | XmlShape

/**
 * Any text (`xs:string`), a whole number (`xs:int`), any number (`xs:float`), or a boolean
 * (`xs:boolean`).
 */
export interface ValueShape<T extends keyof Values = keyof Values> {
  type: T
}

interface Values {
  text: string
  number: number
  decimal: number
  boolean: boolean
}

/** A text in an element with an attribute that is always the same, such as its dialect. */
export interface LabelledTextShape {
  type: 'labelled text'
  /** The name of the schema type. */
  name: string
  namespace: string
  /** Requests may leave it out. */
  attribute: { name: string; value: string }
}

/** One of several values. */
export interface ChoiceShape<T extends string = string> {
  type: 'choice'
  /** The name of the schema type. */
  name: string
  namespace: string
  options: readonly T[]
}

/** Elements of any form (`xs:any`): the children of the element. */
export interface XmlShape {
  type: 'xml'
}

/** Elements in the namespace of the schema type, and texts in attributes without one. */
export interface RecordShape<F extends Fields = Fields> {
  type: 'record'
  name: string
  namespace: string
  fields: F
  /** Names of optional attributes; no field has the same name. */
  attributes?: readonly string[]
}

export interface Field<S extends Shape = Shape, O extends Occurs = Occurs> {
  shape: S
  occurs: O
  /** The namespace of the element, where it is another one than that of the type. */
  namespace?: string
}
export type Occurs = 'once' | 'optional' | 'many'

/** Elements by name, in the order of writing. They are read in any order. */
export type Fields = Readonly<Record<string, Field>>

export const text: ValueShape<'text'> = { type: 'text' }
export const number: ValueShape<'number'> = { type: 'number' }
export const decimal: ValueShape<'decimal'> = { type: 'decimal' }
export const boolean: ValueShape<'boolean'> = { type: 'boolean' }
export const xml: XmlShape = { type: 'xml' }
/** A schema type with elements. */
export const recordOf = <F extends Fields>(
  namespace: string,
  name: string,
  fields: F,
): RecordShape<F> => ({ type: 'record', name, namespace, fields })

/** The same with optional attributes. */
export const recordWith = <const A extends string, F extends Fields>(
  namespace: string,
  name: string,
  attributes: readonly A[],
  fields: F,
): Omit<RecordShape<F>, 'attributes'> & { attributes: readonly A[] } => ({
  type: 'record',
  name,
  namespace,
  fields,
  attributes,
})
export const once = <S extends Shape>(shape: S): Field<S, 'once'> => ({ shape, occurs: 'once' })
export const optional = <S extends Shape>(shape: S): Field<S, 'optional'> => ({
  shape,
  occurs: 'optional',
})
/** A list, which may be empty. */
export const many = <S extends Shape>(shape: S): Field<S, 'many'> => ({ shape, occurs: 'many' })

/** The same element, of another namespace than the type that it is in. */
export const from = <S extends Shape, O extends Occurs>(
  namespace: string,
  field: Field<S, O>,
): Field<S, O> => ({ ...field, namespace })

type ValueOf<S> =
  S extends ValueShape<infer T>
    ? Values[T]
    : S extends LabelledTextShape
      ? string
      : S extends ChoiceShape<infer T>
        ? T
        : S extends XmlShape
          ? readonly XmlElement[]
          : S extends RecordShape<infer F>
            ? FieldsValue<F> & AttributesValue<S>
            : never

type AttributesValue<S> = S extends { attributes: readonly (infer N extends string)[] }
  ? { [K in N]?: string | undefined }
  : unknown

type OptionalNames<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<Shape, 'optional'> ? K : never
}[keyof F]

/** The record that fields describe. */
export type FieldsValue<F extends Fields> = {
  [K in Exclude<keyof F, OptionalNames<F>>]: F[K] extends Field<infer S, 'many'>
    ? ValueOf<S>[]
    : ValueOf<F[K]['shape']>
} & { [K in OptionalNames<F>]?: ValueOf<F[K]['shape']> | undefined }

/** The children that hold a record. */
export function writeFields(fields: Fields, namespace: string, record: object): XmlElement[] {
  return Object.entries(fields).flatMap(([name, { shape, occurs, namespace: own = namespace }]) => {
    const value = (record as Record<string, unknown>)[name]
    if (value === undefined) return []
    const values = occurs === 'many' ? (value as readonly unknown[]) : [value]
    return values.map((one) => writeValue(shape, own, name, one))
  })
}

function writeValue(shape: Shape, namespace: string, name: string, value: unknown): XmlElement {
  if (shape.type === 'labelled text') {
    return element(namespace, name, String(value), [{ ...shape.attribute, namespace: '' }])
  }
  if (shape.type === 'xml') return element(namespace, name, value as readonly XmlElement[])
  if (shape.type !== 'record') return element(namespace, name, String(value))
  const record = value as Record<string, unknown>
  const attributes = (shape.attributes ?? []).flatMap((attribute) => {
    const value = record[attribute]
    return typeof value === 'string' ? { name: attribute, namespace: '', value } : []
  })
  return element(namespace, name, writeFields(shape.fields, shape.namespace, record), attributes)
}

/**
 * The record in an element.
 * @param others what to do with unknown elements: the device refuses them, a client skips what
 * newer firmware may add
 * @throws Refusal that names the element
 */
export function readFields<F extends Fields>(
  fields: F,
  namespace: string,
  parent: XmlElement,
  others: 'refuse' | 'skip',
): FieldsValue<F> {
  const record: Record<string, unknown> = {}
  const own = ({ name, namespace: actual }: XmlElement): boolean =>
    Object.hasOwn(fields, name) && actual === (fields[name]?.namespace ?? namespace)
  const unexpected = parent.children.find((child) => !own(child))
  if (others === 'refuse' && (unexpected || parent.text.trim() !== '')) {
    throw new Refusal('malformed', `${nameOf(parent)}: ${nameOf(unexpected)} is not expected here.`)
  }
  for (const [name, { shape, occurs }] of Object.entries(fields)) {
    const found = parent.children.filter((child) => child.name === name && own(child))
    if (occurs === 'many') {
      record[name] = found.map((child) => readValue(shape, child, others))
      continue
    }
    const [first, second] = found
    if (second) throw new Refusal('malformed', `${nameOf(parent)}: more than one ${name}.`)
    if (first) record[name] = readValue(shape, first, others)
    else if (occurs === 'once') {
      throw new Refusal('missing', `${nameOf(parent)}: ${name} is missing.`)
    }
  }
  return record as FieldsValue<F>
}

function readValue(shape: Shape, found: XmlElement, others: 'refuse' | 'skip'): unknown {
  if (shape.type === 'record') {
    const known = shape.attributes ?? []
    const attributes = found.attributes
      .filter(({ namespace, name }) => namespace === '' && known.includes(name))
      .map(({ name, value }) => [name, value] as const)
    const fields = readFields(shape.fields, shape.namespace, found, others)
    return Object.assign(fields, Object.fromEntries(attributes))
  }
  if (shape.type === 'xml') return found.children
  if (found.children.length > 0) {
    throw new Refusal('malformed', `${nameOf(found)}: a text is expected here.`)
  }
  if (shape.type === 'text') return found.text
  if (shape.type === 'labelled text') {
    const { name, value } = shape.attribute
    const given = attributeOf(found, '', name) ?? value
    if (others === 'skip' || given === value) return found.text
    throw new Refusal('invalid', `${nameOf(found)}: ${name} must be ${value}.`)
  }
  const value = found.text.trim()
  if (shape.type === 'number' && /^[+-]?\d{1,10}$/.test(value)) return Number(value)
  if (
    shape.type === 'decimal' &&
    /^[+-]?\d{1,15}(?:\.\d{0,15})?(?:[eE][+-]?\d{1,2})?$/.test(value)
  ) {
    return Number(value)
  }
  if (shape.type === 'boolean' && /^(?:true|false|0|1)$/.test(value)) return /^[t1]/.test(value)
  if (shape.type === 'choice' && shape.options.includes(value)) return value
  const wanted = shape.type === 'choice' ? shape.options.join(' or ') : `a ${shape.type}`
  throw new Refusal('invalid', `${nameOf(found)} must be ${wanted}.`)
}

/** An element's name, safe to repeat in a message. */
const nameOf = (found: XmlElement | undefined): string => found?.name.slice(0, 64) ?? 'text'
