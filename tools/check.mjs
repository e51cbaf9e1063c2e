/**
 * `npm run check [-- NAME …]`: types, lint, format, dead code, source rules, messages, byte budgets,
 * API reference; or the named checks alone.
 */
import { join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { ROOT } from './root.mjs'
import { bin, reasonOf, run, say } from './run.mjs'
import {
  addresses,
  areas,
  boundaries,
  cycles,
  lengths,
  literals,
  unfinished,
  waits,
} from './source-rules/source-rules.mjs'

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
  boundaries,
  cycles,
  areas,
  addresses,
  texts: command(
    bin('vitest'),
    'run',
    '--project',
    'node',
    'tools/catalogues',
    '--reporter=default',
  ),
  lengths,
  literals,
  unfinished,
  waits,
  requirements: command(process.execPath, join(ROOT, 'tools', 'trace.mjs'), 'none'),
  'API reference': command(bin('tsx'), join(ROOT, 'tools', 'api-docs.ts'), '--check'),
  bytes,
}

const names = process.argv.slice(2)
for (const name of names.filter((one) => !Object.hasOwn(CHECKS, one))) {
  say(`There is no check ${name}; there are: ${Object.keys(CHECKS).join(', ')}.`)
  process.exit(1)
}
await install()
let failed = 0
for (const [name, check] of Object.entries(CHECKS)) {
  if (names.length > 0 && !names.includes(name)) continue
  const faults = await check().catch((error) => [reasonOf(error)])
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'}  ${name}`)
  for (const fault of faults) console.log(fault)
  if (faults.length > 0) failed += 1
}
process.exitCode = failed > 0 ? 1 : 0
