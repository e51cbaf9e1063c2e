import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { notePackages } from '../tools/licences/note-packages.mjs'
import { messages } from '../tools/messages.mjs'
import { pageHead } from '../tools/page-head.mjs'
import { precompress } from '../tools/precompress.mjs'
import { themeScript } from '../tools/theme-script.mjs'
import { withoutRequests } from '../tools/without-requests.mjs'

const here = import.meta.dirname
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
  version: string
}
/** What pages with forms and lists share, and the overview does without. */
const FORM =
  /node_modules\/react-hook-form\/|lucide-react\/.*\/eye|\/ui\/src\/(form|fields|use-field|strength-meter|switch|save-bar|table)\.|\/rules\/account\.|\/console\/src\/app\/stored\//
/** What every page needs, the words of the start among it; the others come by themselves. */
const APP =
  /node_modules\/|\/contract\/src\/(?!upload-client)|\/ui\/src\/(?!file-choice)|\/console\/src\/app\/(?!words\/frame\.ts\?language=|main|search\/|stored\/|upload\/)|\/messages\/start\/en|vite\/preload-helper/

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
          input: join(here, 'index.html'),
          // A few files instead of dozens: what is there at once, the form kit, and each page's own.
          preserveEntrySignatures: false,
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'form', test: FORM },
                { name: 'app', test: APP },
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
