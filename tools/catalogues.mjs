/** Checks the message catalogues of the whole repository and reports errors as sentences. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { LANGUAGES } from '../contract/src/languages.ts'

/** @type {readonly string[]} */
const CODES = LANGUAGES.map(({ code }) => code)

/**
 * @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element
 * @typedef {object} Area
 * @property {string} path `<workspace>/messages/<area>`.
 * @property {Map<string, Record<string, string>>} texts Texts by id, by language.
 */

/**
 * The catalogues below a folder: `<workspace>/messages/<area>/<language>.json`.
 * @param {string} root
 * @returns {Promise<Area[]>}
 */
export async function readAreas(root) {
  /** @type {Area[]} */
  const areas = []
  for (const workspace of await foldersIn(root)) {
    for (const area of await foldersIn(join(root, workspace, 'messages'))) {
      const path = join(workspace, 'messages', area)
      /** @type {Area['texts']} */
      const texts = new Map()
      for (const file of await readdir(join(root, path))) {
        const json = await readFile(join(root, path, file), 'utf8')
        texts.set(
          file.replace(/\.json$/, ''),
          /** @type {Record<string, string>} */ (JSON.parse(json)),
        )
      }
      areas.push({ path, texts })
    }
  }
  return areas
}

/** @param {string} folder */
async function foldersIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
}

/**
 * Errors of one area: missing or unknown languages and ids, texts left in English, different
 * placeholders, missing or unknown plural forms, and punctuation that the language writes
 * differently.
 * @param {Area} area
 * @param {ReadonlySet<string>} same `<language>/<id>` of texts that may be the same as in English.
 * @param {readonly string[]} [languages] Required languages; the first is the reference.
 */
export function checkArea({ path, texts }, same, languages = CODES) {
  const wrong = [...texts.keys()]
    .filter((language) => !languages.includes(language))
    .map((language) => `${path}/${language}.json: Lintel does not have this language.`)
  const [first = 'en', ...others] = languages
  const model = texts.get(first) ?? {}
  for (const language of languages) {
    const place = `${path}/${language}.json`
    const catalogue = texts.get(language)
    if (!catalogue) {
      wrong.push(`${place} is missing.`)
      continue
    }
    for (const [id, text] of Object.entries(catalogue)) {
      const problem = checkText(text, language) ?? checkMarks(text, language)
      if (problem) wrong.push(`${place}: ${id} ${problem}`)
      if (!(id in model)) wrong.push(`${place}: ${id} is not in ${first}.json.`)
    }
  }
  for (const language of others) {
    const place = `${path}/${language}.json`
    const catalogue = texts.get(language) ?? {}
    for (const [id, english] of Object.entries(model)) {
      const text = catalogue[id]
      if (text === undefined) wrong.push(`${place}: ${id} is missing.`)
      else {
        if (text === english && !same.has(`${language}/${id}`)) {
          wrong.push(`${place}: ${id} is the same as in English.`)
        }
        if (placeholdersOf(text) !== placeholdersOf(english)) {
          wrong.push(`${place}: ${id} has different placeholders than in English.`)
        }
      }
    }
  }
  return wrong
}

/**
 * @param {string} text
 * @returns {Element[] | undefined}
 */
function treeOf(text) {
  try {
    return parse(text, { requiresOtherClause: true })
  } catch {
    return undefined
  }
}

/**
 * Every element of a message, including nested ones.
 * @param {Element[]} elements
 * @returns {Element[]}
 */
function allOf(elements) {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return [element, ...allOf(element.children)]
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      const inner = Object.values(element.options).flatMap(({ value }) => allOf(value))
      return [element, ...inner]
    }
    return [element]
  })
}

/**
 * The names and types of the placeholders, and the cases of a select, as one string.
 * @param {string} text
 */
function placeholdersOf(text) {
  const names = allOf(treeOf(text) ?? []).flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    const cases = element.type === TYPE.select ? Object.keys(element.options).toSorted() : []
    return [`${element.value} ${TYPE[element.type]} ${cases.join('|')}`]
  })
  return [...new Set(names)].toSorted().join(', ')
}

/**
 * The numbers that occur here: up to a thousand, and fractions. A plural form that none of them
 * uses may be left out, and `other` replaces it: `many` of Spanish, French and Italian is only for
 * whole millions.
 */
const COUNTS = [...Array(1001).keys(), 1.5]

/**
 * Punctuation that a language writes differently, with the error.
 * @type {Record<string, [RegExp, string][]>}
 */
const MARKS = {
  es: [
    [/^[^¿]*\?$/, 'has a question mark without its first half.'],
    [/^[^¡]*[^ ]!$/, 'has an exclamation mark without its first half.'],
    [/["“”„]/, 'has quotation marks of another language.'],
  ],
  de: [[/["”«»]/, 'has quotation marks of another language.']],
  it: [[/["“”„]/, 'has quotation marks of another language.']],
  fr: [
    [
      /[^\u202f/]\?$|[^\u202f][;»]|«[^\u202f]|\p{Ll}(?::(?!\/\/)|!)/u,
      'lacks a narrow no-break space (U+202F).',
    ],
    [/["“”„]/, 'has quotation marks of another language.'],
  ],
  pl: [[/["“«»]/, 'has quotation marks of another language.']],
  sv: [[/["“„«»]/, 'has quotation marks of another language.']],
}

/** A number with a percent sign of its own: languages differ in the space before it. */
const BARE_PERCENT = /[}\d]\s?%/

/** A number and its unit, with what is between them. */
const UNIT =
  /[}\d](\s?)(?:°C|dBFS|dB|s|ms|min|kHz|Hz|kB|MB|GB|kbit\/s|lx|ko|Mo|Go)(?![\p{L}\d’/])/gu

/**
 * Punctuation that is easily mistyped: quotation marks, spaces, apostrophes.
 * @param {string} text
 * @param {string} language
 */
function checkMarks(text, language) {
  if (text.includes('...')) return 'has three dots instead of an ellipsis.'
  if (BARE_PERCENT.test(text)) return 'has a percent sign instead of the style ::percent.'
  const spaces = [...text.matchAll(UNIT)].map(([, space]) => space)
  if (spaces.some((space) => space !== (language === 'fr' ? '\u202F' : '\u00A0'))) {
    return 'lacks a no-break space (U+00A0, in French U+202F) before a unit.'
  }
  return MARKS[language]?.find(([mark]) => mark.test(text))?.[1]
}

/**
 * The style of a number, date or time that the formatter doesn't know and would ignore.
 * @param {Element} element
 */
function unknownStyle(element) {
  if (!('style' in element) || typeof element.style !== 'string') return undefined
  const known = IntlMessageFormat.formats[KINDS[element.type]]
  return element.style in known ? undefined : element.style
}

/** @type {Record<TYPE.number | TYPE.date | TYPE.time, 'number' | 'date' | 'time'>} */
const KINDS = { [TYPE.number]: 'number', [TYPE.date]: 'date', [TYPE.time]: 'time' }

/**
 * @param {string} text
 * @param {string} language
 */
function checkText(text, language) {
  if (text.trim() === '') return 'is empty.'
  const tree = treeOf(text)
  if (!tree) return 'is not valid ICU.'
  for (const element of allOf(tree)) {
    const style = unknownStyle(element)
    if (style !== undefined) return `has the style ${style}, which the formatter doesn't know.`
    if (element.type !== TYPE.plural) continue
    const rules = new Intl.PluralRules(language, { type: element.pluralType ?? 'cardinal' })
    const { pluralCategories } = rules.resolvedOptions()
    const written = Object.keys(element.options)
    const forms = written.filter((form) => !/^=\d+$/.test(form))
    const unknown = forms.find((form) => !pluralCategories.some((known) => known === form))
    if (unknown) return `has the plural form ${unknown}, which the language doesn't have.`
    const lacking = COUNTS.filter((count) => !written.includes(`=${count}`))
      .map((count) => rules.select(count))
      .find((needed) => !forms.includes(needed))
    if (lacking) return `lacks the plural form ${lacking}.`
  }
  return undefined
}

/**
 * Ids in more than one area: only one of the texts would be used.
 * @param {readonly Area[]} areas
 */
export function checkTwice(areas) {
  /** @type {Map<string, string>} */
  const seen = new Map()
  return areas.flatMap(({ path, texts }) =>
    Object.keys(texts.get('en') ?? {}).flatMap((id) => {
      const other = seen.get(id)
      seen.set(id, path)
      return other === undefined ? [] : [`${id} is in ${other} and in ${path}.`]
    }),
  )
}

/**
 * English texts with several ids. A text that several areas need belongs in `ui/messages/ui`.
 * @param {readonly Area[]} areas
 * @param {ReadonlySet<string>} allowed Ids that may repeat the text of another one.
 */
export function checkRepeated(areas, allowed) {
  /** @type {Map<string, string[]>} */
  const idsOf = new Map()
  for (const { texts } of areas) {
    for (const [id, text] of Object.entries(texts.get('en') ?? {})) {
      idsOf.set(text, [...(idsOf.get(text) ?? []), id])
    }
  }
  return [...idsOf].flatMap(([text, ids]) => {
    const needless = ids.length === 1 ? ids.filter((id) => allowed.has(id)) : []
    const own = ids.filter((id) => !allowed.has(id))
    return [
      ...(own.length > 1 ? [`${own.join(' and ')} have the same text: ${text}`] : []),
      ...needless.map((id) => `${id} repeats no other text, and needs no permission.`),
    ]
  })
}

/**
 * Messages that no code uses. (The type `MessageId` ensures that code uses no unknown ids.) An id
 * counts as used when it is in quotation marks or matches a template; an event of the bench's log
 * is named without its `happened.`.
 * @param {readonly Area[]} areas
 * @param {readonly string[]} sources The code, file by file.
 */
export function checkUnused(areas, sources) {
  /** @type {Set<string>} */
  const quoted = new Set()
  /** @type {Set<string>} */
  const templates = new Set()
  for (const source of sources) {
    for (const [, id = ''] of source.matchAll(/['"`]([a-z][\w.]*)['"`]/gi)) quoted.add(id)
    for (const [, template = ''] of source.matchAll(/`([a-z]\w*\.[\w.]*\$\{[^`]*)`/gi)) {
      if (!template.startsWith('happened.')) templates.add(template)
    }
  }
  const patterns = [...templates].map(
    (template) => new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\$\{.*?\}/g, '.+')}$`),
  )
  return areas
    .flatMap(({ texts }) => Object.keys(texts.get('en') ?? {}))
    .filter((id) => {
      const name = id.replace(/^happened\./, '')
      return !quoted.has(name) && !patterns.some((pattern) => pattern.test(name))
    })
    .map((id) => `${id} has a text that no code uses.`)
}
