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
  'action-rules',
  'local-player',
  'audio-manager',
  'audio-system-overview',
  'audio-system-settings',
  'camera-settings',
  'certificates',
  'dtmf',
  'manual-triggers',
  'media-profiles',
  'plainconfig',
  'recipients',
  'licences',
  'port-access',
  'schedules',
]
const ENTRIES = PAGES.map((page) => join(here, `${page}.html`))
/** The kit's messages: every page imports them, but loads one language. */
const NO_MESSAGES = /(?<!\.json)$/
/** What only the pages of one area and their parts have in common stays with them. */
const OF_AREAS =
  /\/(?:src\/(?:schedules|action-rules|recipients)|contract\/src\/(?:calendar|action-rules))\/|\/calls\/(?:action-rules|recipients)\.ts$|\/parameter-field\.tsx$/
/** What several pages have in common, but most don't need, in a chunk of its own each. */
const FEW_PAGES = [
  {
    name: 'lists',
    test: /\/ui\/src\/(?:table|table-head|table-row|grid-focus|row-focus|list|lazy)\.tsx?$/,
  },
  {
    name: 'sound',
    test: /\/src\/audio-manager\/|\/src\/(?:calls\/(?:audio|identify)|audio-peers)\.ts$/,
  },
  {
    name: 'certificates',
    test: /\/contract\/src\/(?:calls\/(?:certificates|onvif-users|web-server))(?:\/|\.ts$)|\/src\/certificates\//,
  },
]
const isShared = (id: string): boolean =>
  NO_MESSAGES.test(id) && !OF_AREAS.test(id) && !FEW_PAGES.some(({ test }) => test.test(id))

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
    // Inlined assets are data: URLs, which the content security policy allows for images only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: Object.fromEntries(PAGES.map((page, at) => [page, ENTRIES[at] ?? ''])),
      // Timings of plug-ins are of no use to people who only start the product.
      checks: { bundlerTimings: false },
      // What at least two pages import is shared; everything else stays with its page.
      output: {
        codeSplitting: {
          groups: [
            { name: sharedChunk(ENTRIES), minShareCount: 2, test: isShared },
            ...FEW_PAGES.map((few) => ({ ...few, minShareCount: 2 })),
          ],
        },
      },
    },
  },
})
