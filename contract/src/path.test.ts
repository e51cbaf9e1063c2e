import { expect, test } from 'vitest'
import { fillPath } from './path.ts'

const IMAGE = '/things/{id}/image'

test('members go into the path as one segment each, and out of the rest', () => {
  const input = { id: 'a b/ü?#%', size: 3 }
  expect(fillPath('thing', IMAGE, input)).toEqual({
    path: '/things/a%20b%2F%C3%BC%3F%23%25/image',
    rest: { size: 3 },
  })
  expect(input).toEqual({ id: 'a b/ü?#%', size: 3 })
  expect(fillPath('thing', '/a/{one}/{two}', { one: 1, two: '2' }).path).toBe('/a/1/2')
  expect(fillPath('thing', '/things', input)).toEqual({ path: '/things', rest: input })
})

test.each(['', '.', '..', '\u{d800}', undefined])(
  'nothing is at a path with the segment %j, so there is no request',
  (id) => {
    expect(() => fillPath('thing', IMAGE, { id })).toThrow(
      expect.objectContaining({ kind: 'absent', call: 'thing' }),
    )
  },
)
