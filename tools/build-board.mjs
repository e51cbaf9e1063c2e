import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { notePackages } from './licences/note-packages.mjs'
import { ROOT } from './root.mjs'

/** Bundles the board into board/dist/main.js: one file that needs only Node. */
export const buildBoard = () => bundleMain('board')

/** Bundles the gateway into gateway/dist/main.js: one file that needs only Node. */
export const buildGateway = () => bundleMain('gateway')

/** @param {string} workspace */
async function bundleMain(workspace) {
  const folder = join(ROOT, workspace, 'dist')
  await rm(folder, { recursive: true, force: true })
  const bundle = await rolldown({
    input: join(ROOT, workspace, 'src', 'main.ts'),
    platform: 'node',
    plugins: [notePackages(workspace)],
  })
  try {
    await bundle.write({ file: join(folder, 'main.js'), format: 'esm', minify: false })
  } finally {
    await bundle.close()
  }
}
