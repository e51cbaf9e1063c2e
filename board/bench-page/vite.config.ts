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
    // Inlined assets are data: URLs, which the content security policy allows for images only.
    assetsInlineLimit: 0,
    // Timings of plug-ins are of no use to people who only start the product.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
