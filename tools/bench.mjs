/** `npm run bench [-- memory boot video sound calls door phonebook pages lighthouse]`: measures the budgets. */
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { ROOT } from './root.mjs'
import { bin, run } from './run.mjs'

const names = process.argv.slice(2)

await install()
await ensureChromium()
await build()
const bytes =
  names.length === 0 ? (await run(bin('tsx'), [join(ROOT, 'tools', 'bytes.mjs')])).code : 0
const { code } = await run(bin('tsx'), [join(ROOT, 'e2e', 'bench', 'main.ts'), ...names])
process.exitCode = bytes || code
