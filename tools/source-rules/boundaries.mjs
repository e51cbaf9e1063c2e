/** Which workspace may import which (ARCHITECTURE.md, "Workspaces"). */
import { dirname, join, normalize } from 'node:path'
import { importsIn } from './imports.mjs'

/** The workspaces that each may import. @type {Record<string, readonly string[]>} */
const MAY_IMPORT = {
  contract: [],
  ui: ['contract'],
  console: ['contract', 'ui'],
  'device-pages': ['contract', 'ui'],
  'disk-image': ['contract'],
  'front-door': ['contract'],
  gateway: ['contract', 'front-door'],
  device: ['contract', 'disk-image', 'front-door'],
  board: ['contract', 'disk-image', 'front-door', 'ui'],
  apps: ['contract', 'front-door'],
  e2e: ['contract'],
}

/** The other ends of protocols, for browser tests: such as a telephone, or a recorded device. */
const OTHER_ENDS = /^(?:\.\.\/)+(?:device\/.*\/testing|gateway\/src\/record)\//

/** In the board, only the bench page may import `ui`. */
const BENCH_PAGE = /^board\/bench-page\//

/** Code for browsers reads product data from the device instead of bundling it. */
const IN_BROWSERS = /^(console|device-pages|ui|board\/bench-page)\/(?!.*(\.test\.|\/testing\/))/
const PRODUCT_DATA = /^@lintel\/contract\/products\/(?!product$)/

/**
 * The imports of a source file that its workspace may not have.
 * @param {string} file Its path from the checkout.
 * @param {string} code
 * @returns {string[]}
 */
export function forbiddenImports(file, code) {
  const [workspace = ''] = file.split('/')
  const allowed = MAY_IMPORT[workspace]
  if (!allowed) return []
  // Build and test configurations may import the tools.
  const configuration = file.endsWith('.config.ts')
  return importsIn(code)
    .map((target) => {
      if (target.startsWith('.')) {
        const [folder = ''] = normalize(join(dirname(file), target)).split('/')
        if (folder === workspace) return ''
        if (folder === 'tools' && (configuration || workspace === 'e2e')) return ''
        if (workspace === 'e2e' && OTHER_ENDS.test(target)) return ''
        return `${file} may not import from ${folder} by a relative path: ${target}`
      }
      const other = /^@lintel\/([^/]+)/.exec(target)?.[1]
      if (other === undefined || other === workspace) return ''
      if (!allowed.includes(other)) return `${file} may not import ${target}`
      if (IN_BROWSERS.test(file) && PRODUCT_DATA.test(target)) {
        return `${file} may not import ${target}: browsers read product data from the device`
      }
      if (workspace === 'board' && other === 'ui' && !BENCH_PAGE.test(file) && !configuration) {
        return `${file} is not the bench page and may not import ${target}`
      }
      return ''
    })
    .filter(Boolean)
}
