/** `npm start`: installs, builds what is stale, then becomes the board. */
import { join } from 'node:path'
import { buildApart } from './build.mjs'
import { install } from './install.mjs'
import { ROOT } from './root.mjs'
import { signingKey } from './signing-key.mjs'

await install()
await buildApart()
// The board is to trust what this checkout will sign, before it has signed anything.
await signingKey()

// Not a child: signals, the exit code and standard output are the board's own.
const board = join(ROOT, 'board', 'dist', 'main.js')
process.argv[1] = board
await import(board)
