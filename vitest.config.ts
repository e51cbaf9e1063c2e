import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SHARED } from './tools/vitest-shared.mjs'

/** Workspaces whose tests need no browser. */
const NODE = ['contract', 'disk-image', 'front-door', 'device', 'board', 'tools']
/** Those that bring a configuration of their own, with a DOM. */
const PAGES = ['ui', 'console', 'device-pages', 'board/bench-page'].filter((folder) =>
  existsSync(`${folder}/vitest.config.ts`),
)

export default defineConfig({
  test: {
    // Of two cores none is kept free: many tests wait.
    maxWorkers: Math.max(availableParallelism() - 1, 2),
    projects: [
      ...PAGES.map((folder) => `${folder}/vitest.config.ts`),
      ...NODE.map((name) => ({
        test: {
          ...SHARED,
          name,
          environment: 'node' as const,
          include: [`${name}/**/*.test.{ts,mjs}`],
          exclude: ['**/node_modules/**', '**/dist/**', 'board/bench-page/**'],
        },
      })),
    ],
    reporters: ['dot', 'json'],
    outputFile: { json: '.results/vitest.json' },
  },
})
