/**
 * `npm run check`: types, lint, format, dead code, import walls, import cycles, messages, byte
 * budgets, API reference.
 */
import { join } from 'node:path'
import { build } from './build.mjs'
import {
  addresses,
  areas,
  circles,
  lengths,
  unfinished,
  waits,
  walls,
} from './source-rules/source-rules.mjs'
import { install } from './install.mjs'
import { ROOT } from './root.mjs'
import { bin, reasonOf, run } from './run.mjs'

/**
 * A check that runs a command; its output is shown only when it fails.
 * @param {string} command
 * @param {...string} args
 */
const command =
  (command, ...args) =>
  async () => {
    const { code, output } = await run(command, args, { output: 'collect' })
    return code === 0 ? [] : [output.trim() || `${command} ended with ${code}`]
  }

async function bytes() {
  await build(['console', 'device-pages', 'page'])
  return command(bin('tsx'), join(ROOT, 'tools', 'bytes.mjs'))()
}

/** @type {Record<string, () => Promise<string[]>>} */
const CHECKS = {
  types: command(bin('tsc'), '-b', '--force'),
  lint: command(bin('oxlint'), '--deny-warnings'),
  format: command(bin('oxfmt'), '--check', '.'),
  'dead code': command(bin('knip'), '--no-progress'),
  walls,
  circles,
  areas,
  addresses,
  texts: command(bin('vitest'), 'run', '--project', 'tools', 'catalogues', '--reporter=default'),
  lengths,
  unfinished,
  waits,
  requirements: command(process.execPath, join(ROOT, 'tools', 'trace.mjs'), 'none'),
  'API reference': command(bin('tsx'), join(ROOT, 'tools', 'api-docs.ts'), '--check'),
  bytes,
}

await install()
const asked = process.argv.slice(2)
let failed = 0
for (const [name, check] of Object.entries(CHECKS)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const faults = await check().catch((error) => [reasonOf(error)])
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'}  ${name}`)
  for (const fault of faults) console.log(fault)
  if (faults.length > 0) failed += 1
}
process.exitCode = failed > 0 ? 1 : 0
