/**
 * The script that sets the chosen theme before the first paint, as a file: the pages' CSP forbids
 * inline scripts.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.mjs'

/**
 * The Vite plugin: adds `ui/public/theme.js` to the assets, first in the head of every page.
 * @returns {import('vite').Plugin}
 */
export function themeScript() {
  const source = readFileSync(join(ROOT, 'ui/public/theme.js'), 'utf8')
  const digest = createHash('sha256').update(source).digest('hex').slice(0, 8)
  const fileName = `assets/theme-${digest}.js`
  let base = '/'
  return {
    name: 'lintel-theme-script',
    // The first browsers with light-dark(), which the themes need: otherwise every colour would be
    // compiled twice.
    config: () => ({ build: { cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'] } }),
    configResolved(config) {
      base = config.base
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url !== `${base}${fileName}` && request.url !== `/${fileName}`) return next()
        response.setHeader('content-type', 'text/javascript').end(source)
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: `${base}${fileName}` }, injectTo: 'head-prepend' },
    ],
  }
}
