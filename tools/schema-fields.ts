/** Describes a valibot schema as text, for the API reference. */
import type { GenericSchema } from 'valibot'

/** The members of the contract's schemas; each kind has some of them. */
interface Shape {
  type: string
  entries?: Record<string, Shape>
  wrapped?: Shape
  item?: Shape
  key?: Shape
  value?: Shape
  options?: readonly (Shape | string | number)[]
  literal?: string | number
  default?: unknown
  pipe?: readonly Shape[]
  requirement?: string | number | RegExp
}

export interface Field {
  /** `params.timeout`, `users[].name`. */
  name: string
  /** `whole number, 0 to 60`. */
  type: string
  /** `required`, `optional`, or `default: 20`. */
  need: string
}

/** `number` with `integer`, `min_value` and `max_value` becomes `whole number, 0 to 60`. */
function pipeText(base: string, checks: readonly Shape[]): string {
  const found = (type: string) => checks.find((check) => check.type === type)?.requirement
  const bound = (type: string) => {
    const value = found(type)
    return value instanceof RegExp ? undefined : value
  }
  const [least, most] = [bound('min_value'), bound('max_value')]
  const pattern = found('regex')
  const parts = [checks.some(({ type }) => type === 'integer') ? `whole ${base}` : base]
  if (least !== undefined && most !== undefined) parts.push(`${least} to ${most}`)
  else if (least !== undefined) parts.push(`at least ${least}`)
  else if (most !== undefined) parts.push(`at most ${most}`)
  if (pattern instanceof RegExp) parts.push(`matching \`${pattern.source.replaceAll('|', '\\|')}\``)
  return parts.join(', ')
}

function typeText(shape: Shape): string {
  if (shape.pipe) {
    const [base, ...checks] = shape.pipe
    return pipeText(base ? typeText(base) : shape.type, checks)
  }
  if (shape.wrapped) return typeText(shape.wrapped)
  switch (shape.type) {
    case 'string':
      return 'text'
    case 'boolean':
      return 'true or false'
    case 'picklist':
      return (shape.options ?? [])
        .filter((option) => typeof option !== 'object')
        .map((option) => `\`${option}\``)
        .join(', ')
    case 'literal':
      return `\`${String(shape.literal)}\``
    case 'array':
      return `list of ${shape.item ? typeText(shape.item) : 'values'}`
    case 'record':
      return 'any names with text values'
    case 'union':
      return (shape.options ?? [])
        .map((option) => (typeof option === 'object' ? typeText(option) : String(option)))
        .join(' or ')
    case 'object':
    case 'custom':
      return 'record'
    default:
      return shape.type
  }
}

function needText(shape: Shape): string {
  if (!shape.wrapped) return 'required'
  if (shape.default === undefined) return 'optional'
  return shape.default === '' ? 'default: empty' : `default: \`${JSON.stringify(shape.default)}\``
}

function collect(shape: Shape, prefix: string): Field[] {
  const inner = shape.wrapped ?? shape
  if (inner.entries) {
    return Object.entries(inner.entries).flatMap(([name, entry]) => {
      const path = prefix === '' ? name : `${prefix}.${name}`
      const below = collect(entry, path)
      return below.length > 0
        ? below
        : [{ name: path, type: typeText(entry), need: needText(entry) }]
    })
  }
  if (inner.type === 'array' && inner.item) return collect(inner.item, `${prefix}[]`)
  if (inner.type === 'record' && prefix === '') {
    return [{ name: '*(any)*', type: typeText(inner), need: 'required' }]
  }
  return []
}

/** Every leaf of a record, in declaration order. */
export const fieldsOf = (schema: GenericSchema): Field[] => collect(schema, '')
