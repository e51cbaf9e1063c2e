import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NODES, otherNodes } from './nodes.mjs'
import { ROOT } from './root.mjs'

test('the nightly run tests with every version of Node except the one that runs it', () => {
  expect(otherNodes('v22.4.1')).toEqual(['20', '24'])
  expect(otherNodes('v26.0.0')).toEqual(NODES)
})

test('README and the packages name the versions that are tested', () => {
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8')
  const { engines } = /** @type {{ engines: { node: string } }} */ (JSON.parse(text))
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  expect(engines.node).toBe(`>=${NODES[0]}.19`)
  expect(readme).toContain(`tested with Node ${NODES.slice(0, -1).join(', ')} and ${NODES.at(-1)}`)
})
