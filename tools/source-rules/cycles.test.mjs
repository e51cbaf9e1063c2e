import { expect, test } from 'vitest'
import { cyclesIn } from './cycles.mjs'

test.each([
  ['imports', "import { b } from './b.ts'", "import { a } from '../src/a.ts'"],
  ['types', "import type { B } from './b.ts'", "import { a } from './a.ts'"],
  ['types alone', "import type { B } from './b.ts'", "export type { A } from './a.ts'"],
  ['loading', "const load = () => import('./b.ts')", "import { a } from './a.ts'"],
  ['loading and types', "const load = () => import('./b.ts')", "import type { A } from './a.ts'"],
  ['messages', "import { languages } from './b.ts?languages'", "import { a } from './a.ts'"],
])('a cycle of %s is found', (_kind, a, b) => {
  const modules = new Map([
    ['ui/src/a.ts', a],
    ['ui/src/b.ts', b],
  ])
  expect(cyclesIn(modules)).toEqual([['ui/src/a.ts', 'ui/src/b.ts']])
})

test('a longer cycle is found whole, without modules that only lead to it or away from it', () => {
  const modules = new Map([
    ['leads.ts', "import './a.ts'"],
    ['a.ts', "import './b.ts'"],
    ['b.ts', "import type { C } from './c.ts'\nimport './away.ts'"],
    ['c.ts', "import('./a.ts')"],
    ['away.ts', ''],
  ])
  expect(cyclesIn(modules)).toEqual([['a.ts', 'b.ts', 'c.ts']])
})

test('two cycles are reported separately', () => {
  const modules = new Map([
    ['a.ts', "import './b.ts'"],
    ['b.ts', "import './a.ts'\nimport './c.ts'"],
    ['c.ts', "import './d.ts'"],
    ['d.ts', "import './c.ts'"],
  ])
  expect(cyclesIn(modules)).toHaveLength(2)
})

test('two paths to the same module are not a cycle', () => {
  const modules = new Map([
    ['a.ts', "import './b.ts'\nimport './c.ts'"],
    ['b.ts', "import './c.ts'"],
    ['c.ts', "import { x } from '@lintel/contract/a'\nimport { join } from 'node:path'"],
  ])
  expect(cyclesIn(modules)).toEqual([])
})
