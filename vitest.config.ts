import react from '@vitejs/plugin-react'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { messages } from './tools/messages.mjs'

/** Workspaces whose tests need no browser. */
const NODE = ['contract', 'disk-image', 'front-door', 'gateway', 'device', 'board', 'tools']
/** Those whose tests need a DOM. */
const PAGES = ['ui', 'console', 'device-pages', 'board/bench-page']

/** Settings of both projects: vitest reads these from each project's own configuration. */
const SHARED = {
  // Modules load once for all files of a worker, which halves the time. Tests leave no state
  // behind.
  isolate: false,
  // Only failing tests wait this long; a slow machine must not fail a test.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    // More than there are cores: many tests wait for programs and disks.
    maxWorkers: availableParallelism() + 1,
    // Two projects and not one per workspace: each has workers of its own, and transforms and loads
    // anew what it imports.
    projects: [
      {
        plugins: [react(), messages()],
        define: { WEB_APP_VERSION: JSON.stringify('0.0.0-test') },
        test: {
          ...SHARED,
          name: 'pages',
          environment: 'happy-dom' as const,
          include: PAGES.map((folder) => `${folder}/src/**/*.test.{ts,tsx}`),
          setupFiles: ['ui/src/testing/setup.ts'],
          restoreMocks: true,
          css: { include: /ui\/.*tokens/, modules: { classNameStrategy: 'non-scoped' as const } },
        },
      },
      {
        test: {
          ...SHARED,
          name: 'node',
          environment: 'node' as const,
          include: NODE.map((name) => `${name}/**/*.test.{ts,mjs}`),
          exclude: ['**/node_modules/**', '**/dist/**', 'board/bench-page/**'],
        },
      },
    ],
    reporters: ['dot', 'json'],
    outputFile: { json: '.results/vitest.json' },
  },
})
