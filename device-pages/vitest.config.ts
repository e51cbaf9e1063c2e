import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { messages } from '../tools/messages.mjs'
import { SHARED } from '../tools/vitest-shared.mjs'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), messages()],
  test: {
    ...SHARED,
    name: 'device-pages',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['../ui/src/testing/setup.ts'],
    restoreMocks: true,
  },
})
