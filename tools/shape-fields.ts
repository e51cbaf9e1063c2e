/** Describes the elements of a SOAP call as text, for the API reference. */
import type { Fields, Shape } from '@lintel/contract/soap/shape'
import type { Field } from './schema-fields.ts'

function typeText(shape: Shape): string {
  if (shape.type === 'choice') return shape.options.map((option) => `\`${option}\``).join(', ')
  if (shape.type === 'number') return 'whole number'
  return shape.type === 'boolean' ? 'true or false' : 'text'
}

/** Every leaf, in declaration order: `User[].Username`. */
export const shapeFieldsOf = (fields: Fields, prefix = ''): Field[] =>
  Object.entries(fields).flatMap(([name, { shape, occurs }]) => {
    const path = `${prefix}${name}${occurs === 'many' ? '[]' : ''}`
    if (shape.type === 'record') return shapeFieldsOf(shape.fields, `${path}.`)
    return [
      { name: path, type: typeText(shape), need: occurs === 'optional' ? 'optional' : 'required' },
    ]
  })
