import { existsSync, readFileSync } from 'node:fs'
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
    manifest: true,
    // A data address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // One file with what both entries need, instead of a handful of small ones.
    rolldownOptions: {
      input: ['index.html', 'wizard.html'].map((page) => join(here, page)).filter(existsSync),
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }],
        },
      },
    },
  },
})
