import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { notePackages } from '../../tools/licences/note-packages.mjs'
import { messages } from '../../tools/messages.mjs'
import { pageHead } from '../../tools/page-head.mjs'
import { precompress } from '../../tools/precompress.mjs'
import { themeScript } from '../../tools/theme-script.mjs'
import { withoutRequests } from '../../tools/without-requests.mjs'

const here = import.meta.dirname

export default defineConfig({
  root: here,
  plugins: [
    react(),
    messages(),
    pageHead({ title: 'Bench', icon: '/src/favicon.svg' }),
    themeScript(),
    withoutRequests(),
    notePackages('bench-page'),
    precompress(),
  ],
  server: { proxy: { '/bench': 'http://127.0.0.1:8081' } },
  build: {
    target: 'baseline-widely-available',
    outDir: join(here, '../dist-page'),
    emptyOutDir: true,
    reportCompressedSize: false,
    // A data address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // What a plug-in costs interests nobody who only starts the product.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
