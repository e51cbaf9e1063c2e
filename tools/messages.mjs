/** Messages as the pages load them: compiled ahead, so that no parser travels to the browser. */
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'

/**
 * A catalogue with every ICU text compiled. A text without placeholders stays a text.
 * @param {string} json A flat object of texts by message id.
 * @param {string} file For the error.
 * @returns {string} JSON again, of texts and syntax trees by message id.
 * @throws when a text is not valid ICU.
 */
export function compileCatalogue(json, file) {
  const texts = /** @type {Record<string, string>} */ (JSON.parse(json))
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

/**
 * The Vite plugin: `…/messages/<area>/<language>.json` becomes syntax trees, in builds, in the
 * development server and in tests.
 * @returns {import('vite').Plugin}
 */
export function messages() {
  return {
    name: 'lintel-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\/messages\/[^/]+\/[^/]+\.json$/ },
      handler: (code, id) => ({ code: compileCatalogue(code, id), map: null }),
    },
  }
}
