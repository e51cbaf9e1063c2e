import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { notePackages } from '../tools/licences/note-packages.mjs'
import { messages } from '../tools/messages.mjs'
import { noteModules } from '../tools/note-modules.mjs'
import { pageHead } from '../tools/page-head.mjs'
import { firstOf, readBuiltPages } from '../tools/page-table.mjs'
import { precompress } from '../tools/precompress.mjs'
import { sharedChunk } from '../tools/shared-chunk.mjs'
import { themeScript } from '../tools/theme-script.mjs'
import { withoutRequests } from '../tools/without-requests.mjs'

const here = import.meta.dirname
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
  version: string
}
const index = join(here, 'index.html')
const overview = firstOf(await readBuiltPages()).module

export default defineConfig({
  root: here,
  base: '/webapp/hw/',
  plugins: [
    react(),
    messages(),
    pageHead({ title: 'Lintel', icon: '/src/favicon.svg' }),
    themeScript(),
    withoutRequests(),
    notePackages('console'),
    noteModules(),
    precompress(),
  ],
  define: { WEB_APP_VERSION: JSON.stringify(version) },
  build: {
    target: 'baseline-widely-available',
    reportCompressedSize: false,
    // Every browser of the target has it.
    modulePreload: { polyfill: false },
    manifest: true,
    // A data address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // What a plug-in costs interests nobody who only starts the product.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  // The wizard is built by itself: whoever sees it does so once, and sharing files with the app
  // would cost it what only the app needs.
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // The overview is what nearly everybody opens, so it comes with the app.
          input: [index, join(here, overview)],
          preserveEntrySignatures: false,
          output: {
            // A few files instead of dozens: `app` is what the two entries import, the shared ones are what
            // at least four of the pages and parts that come later do. The rest stays with its page.
            codeSplitting: {
              groups: [
                { name: 'app', tags: ['$initial'], priority: 1 },
                { name: sharedChunk([index]), minShareCount: 4 },
              ],
            },
          },
        },
      },
    },
    wizard: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        manifest: '.vite/wizard.json',
        rolldownOptions: { input: join(here, 'wizard.html') },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        await builder.build(environment)
      }
    },
  },
})
