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

/**
 * Modules that only the pages of some areas import, by the name of their chunk. These areas have so
 * many pages that every other page would load the modules too.
 */
const AREAS: [string, RegExp][] = [
  ['framed', /\/(console\/src\/app\/framed\/|ui\/src\/frame-messages)/],
  ['reader', /\/contract\/src\/(calls|rules)\/card-/],
  ['phonebook', /\/contract\/src\/(calls|rules)\/phonebook/],
  ['sip', /\/contract\/src\/(calls|rules)\/(sip|call-service)/],
]

/** What loads beside every first page, so no page loads more for it. */
const LATER = /\/console\/src\/app\/shell\/later\.tsx$|\/(useQueries|queriesObserver)\.js$/

/** What calls in XML need, in a chunk of its own: several areas have a few such calls each. */
const XML = /\/(contract\/src\/(soap|xml|calls\/onvif)|console\/src\/app\/soap)\b/

/** What a few pages import, and a tile of the overview: as that counts as a page, all would load it. */
const OF_TILES =
  /\/(contract\/src\/(doors|calls\/(access-control|disk|certificates|web-server|call-log|io-ports)|parameters\/ports|rules\/io-port)|app\/(own-certificates|clock\/use-instant)|areas\/storage\/disk)/
const AN_AREA = ['/console/src/areas/', ...AREAS.map(([, modules]) => modules.source)].join('|')
/** A button that copies, with its icons: in one file, not in three. */
const COPY = /\/(ui\/src\/copy|icons\/(check|copy))\.(mjs|tsx)/
const OF_AN_AREA = new RegExp(`^(?!.*(${OF_TILES.source})).*(${AN_AREA})`)
const NOT_OF_AN_AREA = new RegExp(`^(?!.*(${AN_AREA}|${OF_TILES.source}))`)

/** The name of the chunks of what several pages of an area share. */
const areaOf = (id: string): string =>
  /\/areas\/([^/]+)\//.exec(id)?.[1] ??
  AREAS.find(([, modules]) => modules.test(id))?.[0] ??
  'shared'

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
    modulePreload: {
      // Every browser of the target has it.
      polyfill: false,
      // A page finds its scripts by itself, which takes one more round trip on its first visit. Their
      // names would make the first load 1.6 kB larger. Style sheets have to be named.
      resolveDependencies: (_page, files) => files.filter((file) => file.endsWith('.css')),
    },
    manifest: true,
    // The content security policy would have to allow data addresses.
    assetsInlineLimit: 0,
    // Warnings about slow plug-ins would only distract people who start the product.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  // The wizard is a build of its own: people see it once, and chunks shared with the app would load
  // what only the app needs.
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Nearly everybody opens the overview, so it comes with the app.
          input: [index, join(here, overview)],
          preserveEntrySignatures: false,
          // Without it, `v.object({ ...shared })` stays, for the getters that `shared` might have.
          treeshake: { propertyReadSideEffects: false },
          output: {
            // A few files instead of dozens: `app` has what the two entries import, the shared chunks what
            // at least five later pages or parts import, except what only pages of one area have. The rest
            // stays with its page.
            codeSplitting: {
              groups: [
                { name: 'app', tags: ['$initial'], priority: 2 },
                { name: 'later', test: LATER, priority: 1 },
                { name: 'xml', test: XML, priority: 1 },
                { name: 'copy', test: COPY, minShareCount: 2, priority: 1 },
                { name: sharedChunk([index]), minShareCount: 5, test: NOT_OF_AN_AREA },
                { name: sharedChunk([index], areaOf), minShareCount: 4, test: OF_AN_AREA },
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
        rolldownOptions: {
          input: join(here, 'wizard.html'),
          // As in the app.
          treeshake: { propertyReadSideEffects: false },
          // What it begins with in one file, instead of another for what its parts share with it.
          output: { codeSplitting: { groups: [{ name: 'wizard', tags: ['$initial'] }] } },
        },
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
