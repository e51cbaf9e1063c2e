/** Messages as the pages load them: compiled ahead, so that no parser travels to the browser. */
import { parse } from '@formatjs/icu-messageformat-parser'

/**
 * A catalogue with every ICU text compiled.
 * @param {string} json A flat object of texts by message id.
 * @param {string} file For the error.
 * @returns {string} JSON again, of syntax trees by message id.
 * @throws when a text is not valid ICU.
 */
export function compileCatalogue(json, file) {
  const texts = /** @type {Record<string, string>} */ (JSON.parse(json))
  /** @type {Record<string, unknown>} */
  const compiled = {}
  for (const [id, text] of Object.entries(texts)) {
    try {
      compiled[id] = parse(text, { requiresOtherClause: true })
    } catch (cause) {
      throw new Error(`${file}: ${id} is not valid ICU: ${text}`, { cause })
    }
  }
  return JSON.stringify(compiled)
}

/**
 * The Vite plugin: `…/messages/<area>/<language>.json` becomes syntax trees, in builds, in the
 * development server and in tests, and react-intl loses its parser.
 * @returns {import('vite').Plugin}
 */
export function messages() {
  return {
    name: 'lintel-messages',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^@formatjs\/icu-messageformat-parser$/,
            replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
          },
        ],
      },
      // Without this the tests would load react-intl past Vite, with its parser, and a text that
      // was not compiled would work there and nowhere else.
      test: {
        server: { deps: { inline: [/react-intl/, /@formatjs\/intl/, /intl-messageformat/] } },
      },
    }),
    transform: {
      filter: { id: /\/messages\/[^/]+\/[^/]+\.json$/ },
      handler: (code, id) => ({ code: compileCatalogue(code, id), map: null }),
    },
  }
}
