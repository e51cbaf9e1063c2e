import { expect, test } from 'vitest'
import { compileCatalogue } from './messages.mjs'

test('texts become syntax trees by the same ids', () => {
  const compiled = compileCatalogue('{ "a.b": "At most {max}." }', 'en.json')
  expect(JSON.parse(compiled)).toEqual({
    'a.b': [
      { type: 0, value: 'At most ' },
      { type: 1, value: 'max' },
      { type: 0, value: '.' },
    ],
  })
})

test.each(['{max', '{n, plural, one {x}}', '<b>bold'])(
  '%j stops the build and is named',
  (text) => {
    expect(() => compileCatalogue(JSON.stringify({ 'a.b': text }), 'users/en.json')).toThrow(
      `users/en.json: a.b is not valid ICU: ${text}`,
    )
  },
)
