/** The walls between the workspaces: who may import what (ARCHITECTURE.md, "Workspaces"). */
import { dirname, join, normalize } from 'node:path'
import { importsIn } from './imports.mjs'

/** What each workspace may import from the others. @type {Record<string, readonly string[]>} */
const MAY_IMPORT = {
  contract: [],
  ui: ['contract'],
  console: ['contract', 'ui'],
  'device-pages': ['contract', 'ui'],
  'front-door': ['contract'],
  device: ['contract', 'front-door'],
  board: ['contract', 'front-door', 'ui'],
  e2e: ['contract'],
}

/** In the board, only its page may use the kit. */
const PAGE_ONLY = /^board\/bench-page\//

/** Browsers read product data from the device: bundling it would add weight and name one maker. */
const IN_BROWSERS = /^(console|device-pages|ui|board\/bench-page)\/(?!.*(\.test\.|\/testing\/))/
const PRODUCT_DATA = /^@lintel\/contract\/products\/(?!product$)/

/**
 * Import errors of one source file.
 * @param {string} file Its path from the checkout.
 * @param {string} code
 * @returns {string[]}
 */
export function brokenWalls(file, code) {
  const [home = ''] = file.split('/')
  const allowed = MAY_IMPORT[home]
  if (!allowed) return []
  // Build and test configurations may import the tools.
  const configuration = file.endsWith('.config.ts')
  return importsIn(code)
    .map((target) => {
      if (target.startsWith('.')) {
        const [room = ''] = normalize(join(dirname(file), target)).split('/')
        if (room === home || (configuration && room === 'tools')) return ''
        if (room === 'tools' && home === 'e2e') return ''
        return `${file} reaches into ${room} by a path: ${target}`
      }
      const other = /^@lintel\/([^/]+)/.exec(target)?.[1]
      if (other === undefined || other === home) return ''
      if (!allowed.includes(other)) return `${file} may not import ${target}`
      if (IN_BROWSERS.test(file) && PRODUCT_DATA.test(target)) {
        return `${file} may not import ${target}: ask the device`
      }
      if (home === 'board' && other === 'ui' && !PAGE_ONLY.test(file) && !configuration) {
        return `${file} is not the bench page and may not import ${target}`
      }
      return ''
    })
    .filter(Boolean)
}
