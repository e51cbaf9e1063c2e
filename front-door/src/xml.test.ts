import { element } from '@lintel/contract/xml/element'
import type { XmlElement } from '@lintel/contract/xml/element'
import { writeXml, XML_DECLARATION } from '@lintel/contract/xml/write'
import { Refusal } from '@lintel/contract/fault'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readXml, XML_LIMITS } from './xml.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = (text: string): XmlElement => readXml(bytes(text))

const PREFIXES = { a: 'urn:a', b: 'urn:b' }

/** Texts of everything that XML can hold. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('<', '>', '&', '"', "'", '\r', '\n', '\t', ']]>', '\u{1F600}', '\uFFFD', ' '),
      fc.string({ unit: 'grapheme' }),
    ),
  )
  .map((parts) =>
    parts
      .join('')
      .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '?'),
  )
const name = fc.constantFrom('x', 'Username', '_a-b.c', 'é', 'xmlish', '名')
const namespace = fc.constantFrom('', 'urn:a', 'urn:b', 'http://other.example/?a&b="c"')
const attributes = fc.uniqueArray(fc.record({ name, namespace, value: text }), {
  selector: (one) => `${one.namespace} ${one.name}`,
  maxLength: 4,
})
const { tree } = fc.letrec<{ tree: XmlElement }>((tie) => ({
  tree: fc.record({
    name,
    namespace,
    attributes,
    text,
    children: fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 3 })),
  }),
}))

test('what was written is read back, whatever it holds', () => {
  fc.assert(
    fc.property(tree, (one) => {
      expect(read(XML_DECLARATION + writeXml(one, PREFIXES))).toEqual(one)
    }),
    { numRuns: 300 },
  )
})

test('names are told apart by namespace, not by prefix', () => {
  const one = read(
    '<p:r xmlns:p="urn:a" p:k="1" k="2"><q:c xmlns:q="urn:a"/><c xmlns="urn:a"/></p:r>',
  )
  const child = { name: 'c', namespace: 'urn:a', attributes: [], children: [], text: '' }
  expect(one.children).toEqual([child, child])
  // The default namespace does not apply to attributes (Namespaces in XML 1.0 §6.2).
  expect(one.attributes).toEqual([
    { name: 'k', namespace: 'urn:a', value: '1' },
    { name: 'k', namespace: '', value: '2' },
  ])
})

test('references and CDATA sections are part of the text', () => {
  expect(read('<a>1 &lt; 2 &amp;&#x26;<!-- no --><![CDATA[<b>&lt;]]></a>').text).toBe(
    '1 < 2 &&<b>&lt;',
  )
  expect(read('\uFEFF<?xml version="1.0" encoding="utf-8"?><a/>').name).toBe('a')
})

test('text that XML cannot represent is not written', () => {
  for (const wrong of ['\u0000', '\u001B', '\uD800', '\uFFFE']) {
    expect(() => writeXml(element('', 'a', wrong), {})).toThrow(TypeError)
  }
})

test('or it is written with replacement characters, in attributes too', () => {
  const attribute = { name: 'b', namespace: '', value: '\u0000<' }
  const one = element('', 'a', '\u001B\uD800x\uFFFE😀', [attribute])
  expect(writeXml(one, {}, { unwritable: 'replace' })).toBe(
    '<a b="\uFFFD&lt;">\uFFFD\uFFFDx\uFFFD😀</a>',
  )
})

const refused = (document: string | Uint8Array): unknown => {
  try {
    return readXml(typeof document === 'string' ? bytes(document) : document)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

test.each([
  ['nothing', ''],
  ['text alone', 'hello'],
  ['two roots', '<a/><b/>'],
  ['an open element', '<a><b></a>'],
  ['an unknown prefix', '<p:a/>'],
  ['an unknown entity', '<a>&nbsp;</a>'],
  ['a control character', '<a>\u0001</a>'],
  ['a reference to one', '<a>&#1;</a>'],
  ['an attribute twice', '<a b="1" b="2"/>'],
  ['an attribute twice under two prefixes', '<a xmlns:p="urn:a" xmlns:q="urn:a" p:b="1" q:b="2"/>'],
  ['an attribute without quotes', '<a b=1/>'],
  ['an unmarked bracket', '<a>]]></a>'],
  ['an unknown encoding', '<?xml version="1.0" encoding="EBCDIC-1"?><a/>'],
  ['an attribute twice without a blank', '<a b="1"b="2"/>'],
  ['bytes that are no UTF-8', Uint8Array.of(0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e)],
  ['half a letter of UTF-16', new Uint8Array(Buffer.from('\uFEFF<a/>\uD800', 'utf16le'))],
  ['a document type in UTF-16', new Uint8Array(Buffer.from('<!DOCTYPE a><a/>', 'utf16le'))],
  ['a document type', '<!DOCTYPE a><a/>'],
  ['one in small letters', '<!doctype a><a/>'],
  ['an entity alone', '<!ENTITY x "y"><a/>'],
  ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
])('%s is refused', (_, document) => {
  expect(refused(document)).toMatch(/XML|UTF-8|utf-16|encoding|Document types/)
})

const lol = (depth: number): string =>
  `<!DOCTYPE l [<!ENTITY l0 "lol">${Array.from(
    { length: depth },
    (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
  ).join('')}]><a>&l${depth};</a>`

const MEGABYTE = 1024 * 1024

test.each([
  ['a billion laughs', lol(9)],
  ['deep nesting', '<a>'.repeat(MEGABYTE / 3)],
  ['deep nesting in namespaces', '<a xmlns="urn:a">'.repeat(MEGABYTE / 17)],
  ['many elements', `<a>${'<b/>'.repeat(MEGABYTE / 4)}</a>`],
  ['many attributes', `<a ${Array.from({ length: 90_000 }, (_, n) => `b${n}=""`).join(' ')}/>`],
  [
    'many namespaces',
    `<a ${Array.from({ length: 60_000 }, (_, n) => `xmlns:b${n}="u"`).join(' ')}/>`,
  ],
  ['an endless name', '<'.padEnd(MEGABYTE, 'a')],
  ['an endless attribute', '<a b="'.padEnd(MEGABYTE, 'a')],
  ['an endless reference', '<a>&'.padEnd(MEGABYTE, 'a')],
  ['many unknown references', `<a>${'&x;'.repeat(MEGABYTE / 3)}</a>`],
  ['an endless comment', '<!-- '.padEnd(MEGABYTE, '<')],
])('%s is refused in little time', (_, document) => {
  const started = performance.now()
  expect(refused(document)).toMatch(/XML|Document types|attributes/)
  // A tenth of that on an idle machine.
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('everything up to the limits is read', () => {
  const deep = '<a>'.repeat(XML_LIMITS.depth) + '</a>'.repeat(XML_LIMITS.depth)
  expect(read(deep).name).toBe('a')
  expect(refused(`<a>${deep}</a>`)).toMatch('too many elements or levels')
  const wide = (count: number) => `<a>${'<b/>'.repeat(count)}</a>`
  expect(read(wide(XML_LIMITS.elements - 1)).children).toHaveLength(XML_LIMITS.elements - 1)
  expect(refused(wide(XML_LIMITS.elements))).toMatch('too many elements or levels')
})
