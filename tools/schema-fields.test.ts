import * as v from 'valibot'
import { expect, test } from 'vitest'
import { fieldsOf } from './schema-fields.ts'

test('a record lists its members, bounds, choices and defaults', () => {
  const schema = v.object({
    timeout: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60)), 20),
    ready: v.picklist(['yes', 'no']),
    comment: v.optional(v.string(), ''),
    port: v.optional(v.pipe(v.number(), v.minValue(1))),
    serial: v.pipe(v.string(), v.regex(/^[0-9A-F]{12}$/)),
  })
  expect(fieldsOf(schema)).toEqual([
    { name: 'timeout', type: 'whole number, 0 to 60', need: 'default: `20`' },
    { name: 'ready', type: '`yes`, `no`', need: 'required' },
    { name: 'comment', type: 'text', need: 'default: empty' },
    { name: 'port', type: 'number, at least 1', need: 'optional' },
    { name: 'serial', type: 'text, matching `^[0-9A-F]{12}$`', need: 'required' },
  ])
})

test('nested records and lists are listed by their leaves', () => {
  const schema = v.object({
    brand: v.object({ name: v.string() }),
    users: v.array(v.object({ name: v.string(), groups: v.array(v.string()) })),
  })
  expect(fieldsOf(schema)).toEqual([
    { name: 'brand.name', type: 'text', need: 'required' },
    { name: 'users[].name', type: 'text', need: 'required' },
    { name: 'users[].groups', type: 'list of text', need: 'required' },
  ])
})

test('a record without members needs nothing', () => {
  expect(fieldsOf(v.object({}))).toEqual([])
})
