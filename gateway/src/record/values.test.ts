import { expect, test } from 'vitest'
import { rewriteQuery, rewriteValues } from './values.ts'
import type { Leaf } from './values.ts'

/** The names and values that are found, in order. */
function found(text: string): string[] {
  const leaves: string[] = []
  rewriteValues(text, ({ name, value }) => {
    leaves.push(`${name}=${value}`)
    return value
  })
  return leaves
}

const shout = ({ value, kind }: Leaf): string => (kind === 'text' ? value.toUpperCase() : value)

test.each([
  [
    'JSON with blanks',
    '{ "a" : "x",\n "b": [ "y", {"c":"z"} ] , "n": 1}',
    ['a=x', 'b=y', 'c=z', 'n=1'],
  ],
  ['a list at the top', '["x",["y"]]', ['=x', '=y']],
  ['escapes in JSON', String.raw`{"a":"x\"\\{y","b\"":"z"}`, ['a=x"\\{y', 'b"=z']],
  ['a name beside its value', '{"Name":"Password","Value":"x"}', ['Name=Password', 'Password=x']],
  ['a name behind its value', '{"Value":"x","Name":"Password"}', ['Password=x', 'Name=Password']],
  ['a value without a name', '{"Value":"x"}', ['Value=x']],
  ['lines', 'root.A.B=x=1\r\n# Error: none\nroot.C=', ['B=x=1', '=# Error: none', 'C=']],
  ['a commented line', '#root.A.Pwd=x', ['Pwd=x']],
  [
    'XML',
    '<?xml version="1.0"?><a:B xmlns:a="u" c="x"><!-- <D>no</D> --> <E>y &amp; z</E></a:B>',
    ['c=x', 'E=y & z'],
  ],
  ['attributes beside each other', '<P Name="pass" Value="x"/>', ['Name=pass', 'pass=x']],
  [
    'elements beside each other',
    '<I><Name>pass</Name><Value>x</Value></I>',
    ['Name=pass', 'pass=x'],
  ],
  ['a sign in an attribute', '<P a="x>y" b=\'z\'/>', ['a=x>y', 'b=z']],
])('%s has names and values', (_what, text, leaves) => {
  expect(found(text).filter((leaf) => !/^=\r?\n?$/.test(leaf))).toEqual(leaves)
})

test.each([
  ['{ "a" : "x",\n "b": [ "y" ], "n":1 }', '{ "a" : "X",\n "b": [ "Y" ], "n":1 }'],
  ['a.b=x\r\nc', 'a.b=X\r\nC'],
  ["<a b='x'> y&lt;z </a>", "<a b='X'> Y&#60;Z </a>"],
  ['<a>\n  <b/>\n</a>\n', '<a>\n  <b/>\n</a>\n'],
])('only values are rewritten in %j', (text, rewritten) => {
  expect(rewriteValues(text, shout)).toBe(rewritten)
})

test('what is within is known, outermost first', () => {
  const places: string[] = []
  const note = ({ name, within, value }: Leaf): string => {
    places.push([...within, name].join('/'))
    return value
  }
  rewriteValues('{"A":{"B":[{"C":"x"}]}}', note)
  rewriteValues('<A><B c="x">y</B></A>', note)
  rewriteValues('root.A.B=x', note)
  expect(places).toEqual(['A/B/C', 'A/B/c', 'A/B', 'root/A/B'])
})

test('members beside a value are known', () => {
  const kinds: string[] = []
  rewriteValues(
    '[{"id":"1","n":2,"label":"x","list":[],"late":"no"}]',
    ({ name, value, beside }) => {
      if (name === 'label')
        kinds.push(beside?.('id') ?? '', beside?.('n') ?? '', beside?.('late') ?? '')
      return value
    },
  )
  expect(kinds).toEqual(['1', '', ''])
})

test('fields of a query keep their spelling unless they are rewritten', () => {
  expect(rewriteQuery('a=x%2Cy&b=+z&c', ({ name, value }) => (name === 'b' ? '&' : value))).toBe(
    'a=x%2Cy&b=%26&c',
  )
})
