/**
 * `npm run pictures [-- NAME …]`: takes the pictures of README.md, and stores the outline of what each
 * shows, in `docs/pictures/`.
 */
import { join } from 'node:path'
import { ALL, build } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { ROOT } from './root.mjs'
import { bin, run } from './run.mjs'

await install()
if (!(await ensureChromium())) process.exit(1)
await build(ALL)
const main = join(ROOT, 'e2e', 'pictures', 'main.ts')
process.exitCode = (await run(bin('tsx'), [main, ...process.argv.slice(2)])).code
