/**
 * `npm run trace [-- AREA …]`: lists the requirements without a test, by area. Exits with 1 when a
 * test names an unknown id, or a title or row more than three.
 */
import { readNamed, readRequirements } from './requirements.mjs'

const areas = process.argv.slice(2).map((area) => area.toUpperCase())
const requirements = await readRequirements()
const named = await readNamed(new Set(requirements.map(({ area }) => area)))
const known = new Set(requirements.map(({ id }) => id))
const tested = new Set(named.flatMap(({ ids }) => ids))

const chosen = requirements.filter(
  ({ area, info }) => !info && (areas.length === 0 || areas.includes(area)),
)
let printed = ''
for (const { id, area, text } of chosen.filter((requirement) => !tested.has(requirement.id))) {
  if (area !== printed) console.log(`\n${area}`)
  printed = area
  console.log(`  ${id}  ${text.length > 110 ? `${text.slice(0, 109)}…` : text}`)
}
const done = chosen.filter(({ id }) => tested.has(id)).length
console.log(`\n${done} of ${chosen.length} requirements have a test that names them.`)

const crowded = named.filter(({ ids }) => ids.length > 3)
const unknown = named.flatMap(({ file, ids }) =>
  ids.filter((id) => !known.has(id)).map((id) => `${file} names ${id}, which is no requirement.`),
)
for (const { file, ids } of crowded) {
  console.error(`${file} names ${ids.join(', ')} in one title; at most three.`)
}
for (const line of unknown) console.error(line)
process.exitCode = crowded.length + unknown.length > 0 ? 1 : 0
