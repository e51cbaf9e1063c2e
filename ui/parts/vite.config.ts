import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { messages } from '../../tools/messages.mjs'
import { pageHead } from '../../tools/page-head.mjs'
import { themeScript } from '../../tools/theme-script.mjs'

/** The page of parts: built for the browser tests and the contact sheets, not for the product. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/parts/',
  plugins: [react(), messages(), pageHead({ title: 'Parts', icon: 'data:,' }), themeScript()],
  build: {
    target: 'baseline-widely-available',
    outDir: '../dist-parts',
    emptyOutDir: true,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
