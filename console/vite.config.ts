import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { messages } from '../tools/messages.mjs'
import { precompress } from '../tools/precompress.mjs'
import { themeScript } from '../tools/theme-script.mjs'
import { withoutRequests } from '../tools/without-requests.mjs'

const here = import.meta.dirname
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
  version: string
}
/** Where `npm run dev` finds a device. */
const target = process.env['LINTEL_DEVICE'] ?? 'http://127.0.0.1:8080'

/** What forms need and the overview does not. */
const FORM =
  /node_modules\/react-hook-form\/|lucide-react\/.*\/eye|\/ui\/src\/(form|fields|use-field|strength-meter|switch)\.|\/rules\/account\.ts/
/** What is there before the first page of the app, its start included. */
const FRAME =
  /node_modules\/(react|react-dom|scheduler)\/|lucide-react\/(?!.*\/icons\/)|icons\/(x\.|check\.|circle-(alert|exclamation)|triangle-)|\/ui\/src\/(base|tokens|brand|button|card|class-names|dialog|fault-text|i18n|language-context|loading|message|meter|notice|unsaved|use-modal)\.|\/contract\/src\/(?!events|access|calls\/(events|video))|\/console\/src\/app\/(store|timing|clock\/device-clock)\.|vite\/preload-helper/
/** What every page of the app needs. */
const APP =
  /node_modules\/|\/contract\/src\/|\/ui\/src\/(?!words|save-bar|table)|\/console\/src\/app\/(?!words\/shell|main)|messages\/start\/|areas\/overview\/.*\.css/

export default defineConfig({
  root: here,
  base: '/webapp/hw/',
  plugins: [react(), messages(), themeScript(), withoutRequests(), precompress()],
  define: { WEB_APP_VERSION: JSON.stringify(version) },
  server: {
    proxy: {
      '/axis-cgi': { target, changeOrigin: true },
      '/vapix': { target, changeOrigin: true, ws: true },
      '/sign-in': { target, changeOrigin: true },
      '/sign-out': { target, changeOrigin: true },
    },
  },
  build: {
    target: 'baseline-widely-available',
    reportCompressedSize: false,
    // Every browser of the target has it.
    modulePreload: { polyfill: false },
    manifest: true,
    // A data address would need a hole in the content security policy.
    assetsInlineLimit: 0,
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
                { name: 'frame', test: FRAME },
                { name: 'app', test: APP },
                {
                  name: 'users',
                  test: /console\/src\/areas\/users\/|\/ui\/src\/(save-bar|table)\./,
                },
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
