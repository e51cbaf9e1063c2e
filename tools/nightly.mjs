/**
 * `npm run nightly`: what takes too long for `npm test`: real waits, many power cuts, more languages
 * and products; then all browser tests again on a newer firmware persona, with every fault, and through
 * the gateway; then all of `npm test` on the other versions of Node.
 */
import { build } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { otherNodes } from './nodes.mjs'
import { bin, run, say } from './run.mjs'

await install()
const browser = await ensureChromium()
await build()
const env = { LINTEL_NIGHTLY: '1', NODE_ENV: 'test' }
const unit = await run(bin('vitest'), ['run', 'power-cut'], { env })
const pages = browser
  ? await run(bin('playwright'), ['test', '--config', 'e2e'], { env })
  : { code: 1 }
const newer = browser
  ? await run(bin('playwright'), ['test', '--config', 'e2e'], {
      env: { NODE_ENV: 'test', LINTEL_PERSONA: '12.11', LINTEL_ALL: '1', LINTEL_THOROUGH: '1' },
    })
  : { code: 1 }
const gateway = browser
  ? await run(bin('playwright'), ['test', '--config', 'e2e'], {
      env: { NODE_ENV: 'test', LINTEL_GATEWAY: '1', LINTEL_ALL: '1' },
    })
  : { code: 1 }
let others = 0
for (const version of otherNodes(process.version)) {
  say(`Node ${version}`)
  const { code } = await run('npx', ['--yes', '--package', `node@${version}`, 'npm', 'test'])
  others ||= code
}
process.exitCode = unit.code || pages.code || newer.code || gateway.code || others
