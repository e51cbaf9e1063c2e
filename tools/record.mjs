/**
 * `npm run record -- --device https://192.168.0.90 --user NAME --out FOLDER`: installs packages, builds
 * the gateway, then records what a device answers to calls that change nothing.
 */
import { join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { ROOT } from './root.mjs'
import { reasonOf, say } from './run.mjs'

await install()
await build(['gateway']).catch((cause) => {
  say(reasonOf(cause))
  process.exit(1)
})

// Not a child process: the terminal, signals and the exit code are the program's own.
const main = join(ROOT, 'gateway', 'dist', 'record.js')
process.argv[1] = main
await import(main)
