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
const PAGES = [
  'local-player',
  'audio-manager',
  'camera-settings',
  'certificates',
  'plainconfig',
  'licences',
  'port-access',
]
/** What every page needs; the rest goes where it is used. */
const SHARED =
  /node_modules\/(?!lucide-react\/.*\/icons\/(arrow-left|external-link|paperclip|play|square|volume))|\/contract\/src\/(?!audio-peers|parameter-definitions|rules\/|soap|xml\/|calls\/(audio|certificates|identify|onvif|web-server|parameter-definitions|video))|\/ui\/src\/(?!words|fields|save-bar|switch|video|mjpeg|dialog|use-modal|table|chip|file-choice)|\/device-pages\/src\/app\/|vite\/preload-helper/

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
      input: Object.fromEntries(PAGES.map((page) => [page, join(here, `${page}.html`)])),
      // What a plug-in costs interests nobody who only starts the product.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'shared', test: SHARED }],
        },
      },
    },
  },
})
