/** `npm start`: installs packages, builds stale targets, then runs the board. */
import { join } from 'node:path'
import { buildApart } from './build.mjs'
import { install } from './install.mjs'
import { ROOT } from './root.mjs'
import { signingKey } from './signing-key.mjs'

await install()
await buildApart()
// The board must trust this checkout's key before anything has been signed with it.
await signingKey()

// Not a child process: signals, the exit code and standard output are the board's own.
const board = join(ROOT, 'board', 'dist', 'main.js')
process.argv[1] = board
await import(board)
