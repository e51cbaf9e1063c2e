import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { messages } from '../tools/messages.mjs'
import { SHARED } from '../tools/vitest-shared.mjs'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), messages()],
  test: {
    ...SHARED,
    name: 'ui',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    css: { include: /tokens/, modules: { classNameStrategy: 'non-scoped' } },
  },
})
