/** Compiles messages in the build, so that browsers load no parser. */
import { readFile } from 'node:fs/promises'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { LANGUAGES } from '../contract/src/languages.ts'

/** @param {string} json */
const textsOf = (json) => /** @type {Record<string, string>} */ (JSON.parse(json))

/**
 * A catalogue with every ICU text compiled. A text without placeholders stays a text.
 * @param {Record<string, string>} texts By message id.
 * @param {string} file For the error.
 * @returns {string} JSON of texts and syntax trees by message id.
 * @throws when a text is not valid ICU.
 */
export function compileCatalogue(texts, file) {
  /** @type {Record<string, unknown>} */
  const compiled = {}
  for (const [id, text] of Object.entries(texts)) {
    try {
      const [only, ...others] = parse(text, { requiresOtherClause: true })
      const plain = only?.type === TYPE.literal && others.length === 0
      compiled[id] = plain ? only.value : [only, ...others]
    } catch (cause) {
      throw new Error(`${file}: ${id} is not valid ICU: ${text}`, { cause })
    }
  }
  return JSON.stringify(compiled)
}

const CATALOGUE = /\/messages\/[^/]+\/[^/]+\.json$/
const ALL = /\?languages$/
const ONE = /\?language=([a-z]+)$/

/**
 * The module behind `catalogues.ts?languages`: for each language a function that loads the exports
 * of `catalogues.ts` with the texts of that language.
 * @param {string} file
 */
const languagesOf = (file) =>
  `export const languages = {${LANGUAGES.map(
    ({ code }) => `${code}: () => import(${JSON.stringify(`${file}?language=${code}`)})`,
  ).join()}}`

/**
 * The Vite plugin, for builds, the development server and tests:
 * - `…/messages/<area>/<language>.json` becomes syntax trees; English replaces a missing text.
 * - A module that imports English catalogues serves all languages: `import … from
 * './catalogues.ts?languages'` returns `languages`, a function by language code that loads the
 * module for that language.
 * @returns {import('vite').Plugin}
 */
export function messages() {
  return {
    name: 'lintel-messages',
    enforce: 'pre',
    // Builds include the formatter without its parser.
    config: (_config, { command }) =>
      command === 'build'
        ? {
            resolve: {
              alias: {
                '@formatjs/icu-messageformat-parser':
                  '@formatjs/icu-messageformat-parser/no-parser.js',
              },
            },
          }
        : undefined,
    load: {
      filter: { id: [ALL, ONE] },
      async handler(id) {
        const file = id.replace(/\?.*$/, '')
        if (ALL.test(id)) return languagesOf(file)
        this.addWatchFile(file)
        const code = await readFile(file, 'utf8')
        return code.replaceAll('/en.json', `/${ONE.exec(id)?.[1] ?? 'en'}.json`)
      },
    },
    transform: {
      filter: { id: CATALOGUE },
      async handler(code, id) {
        const english = id.replace(/[^/]+$/, 'en.json')
        this.addWatchFile(english)
        const whole = { ...textsOf(await readFile(english, 'utf8')), ...textsOf(code) }
        return { code: compileCatalogue(whole, id), map: null }
      },
    },
  }
}
