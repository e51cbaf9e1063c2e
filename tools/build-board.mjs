import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { notePackages } from './licences/note-packages.mjs'
import { ROOT } from './root.mjs'

/** Bundles the board into board/dist/main.js: one file that needs only Node. */
export const buildBoard = () => bundleMain('board')

/**
 * Bundles the gateway into gateway/dist/main.js, and the recorder of devices into record.js beside it:
 * files that need only Node.
 */
export const buildGateway = () => bundleMain('gateway', { record: 'record/main' })

/**
 * @param {string} workspace
 * @param {Record<string, string>} [others] Further programs by their names, and their modules.
 */
async function bundleMain(workspace, others = {}) {
  const folder = join(ROOT, workspace, 'dist')
  await rm(folder, { recursive: true, force: true })
  for (const [name, module] of Object.entries({ main: 'main', ...others })) {
    const bundle = await rolldown({
      input: join(ROOT, workspace, 'src', `${module}.ts`),
      platform: 'node',
      plugins: [notePackages(name === 'main' ? workspace : `${workspace}-${name}`)],
    })
    try {
      await bundle.write({ file: join(folder, `${name}.js`), format: 'esm', minify: false })
    } finally {
      await bundle.close()
    }
  }
}
