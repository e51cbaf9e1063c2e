/**
 * Writes the names of time zones' cities in each language, where they differ from the zone's own:
 * `node tools/zone-cities.mjs FOLDER`, with the folder of the npm package cldr-dates-full 48.2.0.
 * The package has every language and 60 MB, so it is no dependency; its licence is in
 * `licences/unicode-3.0.txt`.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './root.mjs'

const FOLDER = join(ROOT, 'console', 'src', 'time', 'cities')

/**
 * @typedef {{ [part: string]: Parts | string | undefined }} Parts
 * @typedef {{ main: Record<string, { dates: { timeZoneNames: { zone: Parts } } }> }} Names
 */

/**
 * The zones below a part of a name with their cities. CLDR nests them by the parts of their names;
 * a zone has a city, other names, or both.
 * @param {Parts} parts
 * @param {string} [above]
 * @returns {[string, string][]}
 */
function citiesIn(parts, above = '') {
  return Object.entries(parts).flatMap(([name, part]) => {
    if (typeof part !== 'object') return []
    const city = part['exemplarCity']
    if (typeof city === 'string') return [[above + name, city]]
    return citiesIn(part, `${above + name}/`)
  })
}

/** Newer names of zones that CLDR has under their older ones. */
const NEWER = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** @param {string} zone */
const ownCity = (zone) => zone.split('/').at(-1)?.replaceAll('_', ' ')

const [source] = process.argv.slice(2)
if (source === undefined) throw new Error('Name the folder of the package cldr-dates-full.')
await mkdir(FOLDER, { recursive: true })
const catalogues = await readdir(join(ROOT, 'ui', 'messages', 'ui'))
for (const language of catalogues.map((file) => file.replace('.json', ''))) {
  const file = join(source, 'main', language, 'timeZoneNames.json')
  const { main } = /** @type {Names} */ (JSON.parse(await readFile(file, 'utf8')))
  const cities = new Map(citiesIn(main[language]?.dates.timeZoneNames.zone ?? {}))
  for (const [older, name] of Object.entries(NEWER)) {
    const city = cities.get(older)
    if (city !== undefined) cities.set(name, city)
  }
  const differing = [...cities].filter(
    ([zone, city]) => city !== ownCity(zone) && !zone.startsWith('Etc/'),
  )
  const sorted = Object.fromEntries(differing.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(join(FOLDER, `${language}.json`), `${JSON.stringify(sorted, null, 2)}\n`)
}
