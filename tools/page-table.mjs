/** Reads the console's pages from `console/src/app/pages.ts`, for tools that don't run its code. */
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { Visitor } from 'rolldown/utils'
import { ROOT } from './root.mjs'

/** The table's path from the console's folder. */
const TABLE = 'src/app/pages.ts'

/**
 * @typedef {object} BuiltPage
 * @property {string} path Its route.
 * @property {string} module The file that it is loaded from, from the console's folder.
 */

/** @returns {Promise<BuiltPage[]>} The pages of the current table. */
export const readBuiltPages = async () =>
  builtPages(await readFile(join(ROOT, 'console', TABLE), 'utf8'))

/**
 * Every page that is built: rows with a loader. Rows of future pages have none.
 * @param {string} source Of the table.
 * @returns {BuiltPage[]}
 * @throws when a loader is outside a row with a `path`
 */
export function builtPages(source) {
  /** @type {BuiltPage[]} */
  const pages = []
  /** @type {Map<string, string>} */
  let row = new Map()
  const visitor = new Visitor({
    ObjectExpression({ properties }) {
      row = new Map()
      for (const property of properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
        const { key, value } = property
        if (value.type === 'Literal') row.set(key.name, String(value.value))
      }
    },
    ImportExpression({ source: from }) {
      const path = row.get('path')
      if (path === undefined || from.type !== 'Literal')
        throw new Error(
          `${TABLE} has a loader outside of a page's row: ${JSON.stringify([...row])}`,
        )
      const module = posix.join(posix.dirname(TABLE), String(from.value))
      pages.push({ path, module })
    },
  })
  visitor.visit(parseAst(source, { lang: 'ts' }))
  return pages
}

/**
 * The first page of the console.
 * @template {BuiltPage} P
 * @param {readonly P[]} pages
 */
export function firstOf(pages) {
  const first = pages.find(({ path }) => path === '/')
  if (!first) throw new Error(`${TABLE} has no page at /.`)
  return first
}
