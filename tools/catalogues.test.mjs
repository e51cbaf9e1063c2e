import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../contract/src/languages.ts'
import { checkArea, checkRepeated, checkTwice, checkUnused, readAreas } from './catalogues.mjs'
import { ROOT } from './root.mjs'

const sameInBoth = /** @type {Record<string, string[]>} */ (
  JSON.parse(await readFile(join(ROOT, 'tools/same-in-both.json'), 'utf8'))
)
const same = new Set(
  Object.entries(sameInBoth).flatMap(([language, ids]) => ids.map((id) => `${language}/${id}`)),
)

/**
 * Message ids from the specification, by requirement. They have texts whether or not a page shows
 * them yet.
 */
const NAMED = /** @type {Record<string, string[]>} */ (
  JSON.parse(await readFile(join(ROOT, 'tools/named-messages.json'), 'utf8'))
)

/** The code of the product, without tests. */
async function readSources() {
  const folders = [
    'contract',
    'ui',
    'console',
    'device-pages',
    'front-door',
    'gateway',
    'device',
    'board',
  ]
  const entries = await Promise.all(
    folders.map((folder) => readdir(join(ROOT, folder), { withFileTypes: true, recursive: true })),
  )
  const files = entries
    .flat()
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !/\/(node_modules|dist[^/]*)\/|\.test\.tsx?$/.test(file))
  return Promise.all(files.map((file) => readFile(file, 'utf8')))
}

/** Ids that may repeat an English text, by reason. */
const REPEATED = /** @type {Record<string, string[]>} */ (
  JSON.parse(await readFile(join(ROOT, 'tools/repeated-texts.json'), 'utf8'))
)

const BOTH = ['en', 'de']

/** @param {Record<string, Record<string, string>>} texts */
const area = (texts) => ({ path: 'x/messages/y', texts: new Map(Object.entries(texts)) })
const none = new Set()

test('every catalogue is complete in every language (SHELL-119, SHELL-122)', async () => {
  const areas = await readAreas(ROOT)
  expect(areas.length).toBeGreaterThan(3)
  expect(areas.flatMap((found) => checkArea(found, same))).toEqual([])
  expect(checkTwice(areas)).toEqual([])
})

test('every message is used, or listed in the specification', async () => {
  const sources = [...(await readSources()), JSON.stringify(NAMED)]
  expect(checkUnused(await readAreas(ROOT), sources)).toEqual([])
})

test('a text has one id, unless there is a reason', async () => {
  const allowed = Object.values(REPEATED).flat()
  expect(checkRepeated(await readAreas(ROOT), new Set(allowed))).toEqual([])
  const ids = (await readAreas(ROOT)).flatMap(({ texts }) => Object.keys(texts.get('en') ?? {}))
  expect(allowed.filter((id) => !ids.includes(id))).toEqual([])
})

/** @param {string} requirement */
async function withoutText(requirement) {
  const areas = await readAreas(ROOT)
  const ids = NAMED[requirement] ?? []
  expect(ids.length).toBeGreaterThan(10)
  return LANGUAGES.flatMap(({ code: language }) =>
    ids
      .filter((id) => !areas.some(({ texts }) => (texts.get(language)?.[id] ?? '') !== ''))
      .map((id) => `${language}: ${id}`),
  )
}

test('the message ids of the first group have a text in every language (SHELL-119)', async () => {
  expect(await withoutText('SHELL-119')).toEqual([])
})

test('the message ids of the second group have a text in every language (SHELL-120)', async () => {
  expect(await withoutText('SHELL-120')).toEqual([])
})

test('the other message ids of the specification have a text in every language (SHELL-121)', async () => {
  expect(await withoutText('SHELL-121')).toEqual([])
})

test('every permission to be the same as in English is needed', async () => {
  const areas = await readAreas(ROOT)
  const needless = [...same].filter((entry) => {
    const [language = '', id = ''] = entry.split('/')
    return !areas.some(({ texts }) => {
      const text = texts.get('en')?.[id]
      return text !== undefined && text === texts.get(language)?.[id]
    })
  })
  expect(needless).toEqual([])
})

test('a missing or unknown language is reported', () => {
  expect(checkArea(area({ en: { a: 'One' }, fi: { a: 'Yksi' } }), none, BOTH)).toEqual([
    'x/messages/y/fi.json: Lintel does not have this language.',
    'x/messages/y/de.json is missing.',
    'x/messages/y/de.json: a is missing.',
  ])
})

test.each([
  [{ a: 'Eins' }, [': b is missing.']],
  [{ a: 'Eins', b: 'Zwei', c: 'Drei' }, [': c is not in en.json.']],
  [{ a: 'Eins', b: 'Two' }, [': b is the same as in English.']],
  [{ a: 'Eins', b: ' ' }, [': b is empty.']],
  [{ a: 'Eins', b: 'Zwei {' }, [': b is not valid ICU.']],
  [{ a: 'Eins', b: 'Zwei {n}' }, [': b has different placeholders than in English.']],
])('an area with %j is refused', (de, complaints) => {
  expect(checkArea(area({ en: { a: 'One', b: 'Two' }, de }), none, BOTH)).toEqual(
    complaints.map((complaint) => `x/messages/y/de.json${complaint}`),
  )
})

test('a text that may be the same as in English is accepted', () => {
  expect(
    checkArea(area({ en: { a: 'System' }, de: { a: 'System' } }), new Set(['de/a']), BOTH),
  ).toEqual([])
})

test.each([
  ['{n, plural, one {eins} two {zwei} other {viele}}', 'has the plural form two'],
  ['{n, plural, other {viele}}', 'lacks the plural form one'],
])('plural forms are those of the language: %s', (text, complaint) => {
  const english = '{n, plural, one {one} other {many}}'
  expect(checkArea(area({ en: { a: english }, de: { a: text } }), none, BOTH).join()).toContain(
    complaint,
  )
})

test.each([
  ['pl', '{n, plural, one {a} few {b} other {c}}', 'lacks the plural form many'],
  ['pl', '{n, plural, one {a} few {b} many {c} other {d}}', ''],
  ['fr', '{n, plural, one {a} other {b}}', ''],
  ['fr', '{n, plural, one {a} many {b} other {c}}', ''],
  ['sv', '{n, plural, one {a} many {b} other {c}}', 'has the plural form many'],
])('unused plural forms may be left out: %s, %s', (language, text, complaint) => {
  const english = '{n, plural, one {one} other {many}}'
  const found = area({ en: { a: english }, [language]: { a: text } })
  const wrong = checkArea(found, none, ['en', language]).join()
  if (complaint === '') expect(wrong).toBe('')
  else expect(wrong).toContain(complaint)
})

test.each([
  ['es', 'Salir?', '¿Salir?'],
  ['es', 'Pulse "Guardar".', 'Pulse «Guardar».'],
  ['de', 'Mit "Neu"…', 'Mit „Neu“…'],
  ['de', 'Bitte warten...', 'Bitte warten…'],
  ['fr', 'Quitter ?', 'Quitter\u202f?'],
  ['fr', 'La raison: ici.', 'La raison\u202f: ici.'],
  ['fr', 'Avec « Salir ».', 'Avec «\u202fSalir\u202f».'],
  ['it', 'Premere "Salva".', 'Premere «Salva».'],
  ['pl', 'Użyj “Nowy”.', 'Użyj „Nowy”.'],
  ['sv', 'Tryck på „Spara”.', 'Tryck på ”Spara”.'],
])('%s does not write %s but %s', (language, wrong, right) => {
  const check = (/** @type {string} */ text) =>
    checkArea(area({ en: { a: 'English' }, [language]: { a: text } }), none, ['en', language])
  expect(check(right)).toEqual([])
  expect(check(wrong)).toHaveLength(1)
})

test('a number is joined to its unit, and to its percent sign by the formatter', () => {
  const good = { en: { a: '{n, number}\u00A0kB', b: '{n, number, ::percent scale/0.01}' } }
  expect(checkArea(area(good), none, ['en'])).toEqual([])
  const bad = { en: { a: '{n, number} kB', b: '{n, number} %', c: 'at most 5s' } }
  expect(checkArea(area(bad), none, ['en'])).toEqual([
    'x/messages/y/en.json: a lacks a no-break space (U+00A0, in French U+202F) before a unit.',
    'x/messages/y/en.json: b has a percent sign instead of the style ::percent.',
    'x/messages/y/en.json: c lacks a no-break space (U+00A0, in French U+202F) before a unit.',
  ])
})

test('exact numbers may be used with plural forms, and instead of those that only they match', () => {
  const texts = {
    en: { a: '{n, plural, =0 {none} one {one} other {#}}' },
    de: { a: '{n, plural, =1 {eins} other {#}}' },
  }
  expect(checkArea(area(texts), none, BOTH)).toEqual([])
})

test.each([
  ['{n} left', 'noch {m}'],
  ['{n, number} left', 'noch {n}'],
  ['<b>{n}</b> left', 'noch {n}'],
  ['{n, select, a {x} other {y}}', '{n, select, b {x} other {y}}'],
  ['{n, plural, one {{x}} other {y}}', '{n, plural, one {x} other {y}}'],
])('different placeholders are reported: %s and %s', (en, de) => {
  expect(checkArea(area({ en: { a: en }, de: { a: de } }), none, BOTH).join()).toContain(
    'different placeholders',
  )
})

test('an id in two areas is reported', () => {
  const first = { ...area({ en: { a: 'One' } }), path: 'x/messages/first' }
  const second = { ...area({ en: { a: 'One' } }), path: 'x/messages/second' }
  expect(checkTwice([first, second])).toEqual([
    'a is in x/messages/first and in x/messages/second.',
  ])
})

test('repeated texts and needless permissions are reported', () => {
  const first = area({ en: { a: 'Save', b: 'Name', c: 'Open', d: 'Off' } })
  const second = area({ en: { e: 'Save', f: 'Name', g: 'Save' } })
  expect(checkRepeated([first, second], new Set(['f', 'd']))).toEqual([
    'a and e and g have the same text: Save',
    'd repeats no other text, and needs no permission.',
  ])
})

test('unused messages are reported', () => {
  const ids = ['a.b', 'a.c', 'd.e', 'd.e.f', 'd.f.g', 'happened.g.h', 'happened.on', 'happened.off']
  const catalogues = [area({ en: Object.fromEntries(ids.map((id) => [id, ''])) })]
  const code = "text('a.b'); text(`d.${x}.f`); happened(`g.${x}`); happened('on'); `happened.${x}`"
  expect(checkUnused(catalogues, [code])).toEqual([
    'a.c has a text that no code uses.',
    'd.e has a text that no code uses.',
    'd.f.g has a text that no code uses.',
    'happened.off has a text that no code uses.',
  ])
})

test.each(['{at, date, odd}', '{at, time, odd}', '<b>{n, number, odd}</b>'])(
  'a style that the formatter does not know is refused: %s',
  (text) => {
    expect(checkArea(area({ en: { a: text } }), none, ['en'])).toEqual([
      expect.stringMatching(/^x\/messages\/y\/en\.json: a .*which the formatter doesn't know\.$/),
    ])
  },
)
