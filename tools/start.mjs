/**
 * `npm start`: installs packages, builds stale targets, then runs the board; with `--device` or
 * `--devices`, the gateway.
 */
import { join } from 'node:path'
import { buildApart } from './build.mjs'
import { install } from './install.mjs'
import { ROOT } from './root.mjs'
import { signingKey } from './signing-key.mjs'

await install()
await buildApart()
// A board must trust this checkout's key before anything has been signed with it.
await signingKey()

// Not a child process: signals, the exit code and standard output are the program's own.
const isGateway = process.argv.slice(2).some((word) => /^--devices?(=|$)/.test(word))
const main = join(ROOT, isGateway ? 'gateway' : 'board', 'dist', 'main.js')
process.argv[1] = main
await import(main)
