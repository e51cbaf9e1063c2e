import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { notePackages } from './licences/note-packages.mjs'
import { ROOT } from './root.mjs'

/** Bundles the board into board/dist/main.js: one file that needs only Node. */
export async function buildBoard() {
  const folder = join(ROOT, 'board', 'dist')
  await rm(folder, { recursive: true, force: true })
  const bundle = await rolldown({
    input: join(ROOT, 'board', 'src', 'main.ts'),
    platform: 'node',
    plugins: [notePackages('board')],
  })
  try {
    await bundle.write({ file: join(folder, 'main.js'), format: 'esm', minify: false })
  } finally {
    await bundle.close()
  }
}
