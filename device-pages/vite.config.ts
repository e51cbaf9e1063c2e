import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { notePackages } from '../tools/licences/note-packages.mjs'
import { messages } from '../tools/messages.mjs'
import { pageHead } from '../tools/page-head.mjs'
import { precompress } from '../tools/precompress.mjs'
import { sharedChunk } from '../tools/shared-chunk.mjs'
import { themeScript } from '../tools/theme-script.mjs'
import { withoutRequests } from '../tools/without-requests.mjs'

const here = import.meta.dirname
const PAGES = [
  'local-player',
  'audio-manager',
  'camera-settings',
  'certificates',
  'plainconfig',
  'licences',
  'port-access',
]
const ENTRIES = PAGES.map((page) => join(here, `${page}.html`))
/** Words of the kit are imported by all pages too, but only in the language that is spoken. */
const NO_WORDS = /(?<!\.json)$/

export default defineConfig({
  root: here,
  base: '/webapp/pages/',
  plugins: [
    react(),
    messages(),
    pageHead({ title: 'Lintel', icon: '/favicon.svg' }),
    themeScript(),
    withoutRequests(),
    notePackages('device-pages'),
    precompress(),
  ],
  build: {
    target: 'baseline-widely-available',
    reportCompressedSize: false,
    // Every browser of the target has it.
    modulePreload: { polyfill: false },
    manifest: true,
    // A data address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: Object.fromEntries(PAGES.map((page, at) => [page, ENTRIES[at] ?? ''])),
      // What a plug-in costs interests nobody who only starts the product.
      checks: { bundlerTimings: false },
      // What at least two pages import is shared; everything else stays with its page.
      output: {
        codeSplitting: {
          groups: [{ name: sharedChunk(ENTRIES), minShareCount: 2, test: NO_WORDS }],
        },
      },
    },
  },
})
