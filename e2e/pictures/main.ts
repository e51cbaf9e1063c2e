/** Takes README's pictures into `docs/pictures/`, each with the outline of its pages. */
import { mkdir, writeFile } from 'node:fs/promises'
import { launch } from '../bench/pages.ts'
import { startRig } from '../rig/rig.ts'
import { pictureOf } from './compose.ts'
import { furnish } from './furnish.ts'
import { FOLDER, pathsOf, steadyOutlines } from './outline.ts'
import { play, SCENES } from './scenes.ts'

/** The largest file that readers of README have to load, in bytes. */
const LARGEST = 250_000

const selected = process.argv.slice(2)
const unknown = selected.filter((name) => !SCENES.some((scene) => scene.name === name))
if (unknown.length > 0) {
  const names = SCENES.map(({ name }) => name).join(', ')
  console.error(`No picture ${unknown.join(', ')}; there are ${names}.`)
  process.exit(1)
}
await mkdir(FOLDER, { recursive: true })
const browser = await launch()
const rig = await startRig({ flags: ['--serial', 'ACCC8E012345'] })
const house = await furnish(rig)
for (const scene of SCENES) {
  if (selected.length > 0 && !selected.includes(scene.name)) continue
  const played = await play(browser, rig, scene)
  const outlines = await steadyOutlines(played.pages)
  const picture = await pictureOf(browser, played.pages)
  if (picture.length > LARGEST) {
    throw new Error(`${scene.name} has ${picture.length} bytes, and ${LARGEST} are allowed.`)
  }
  const paths = pathsOf(scene.name)
  await writeFile(paths.outline, outlines)
  await writeFile(paths.picture, picture)
  console.log(`${paths.picture} ${Math.round(picture.length / 1000)} kB`)
  await played.close()
}
await house.close()
await rig.stop()
await browser.close()
