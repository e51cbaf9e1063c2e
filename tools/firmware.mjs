/**
 * `npm run firmware -- --version 9.80.4 [--product A8307-E] [--out FILE]`: packs the built console,
 * pages and device code as one signed image, for one product or for all, and prints its path. It
 * contains no native modules: they stay with the board. Format: contract/src/firmware-image.ts.
 */
import { createHash, sign } from 'node:crypto'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApart } from './build.mjs'
import { install } from './install.mjs'
import { ROOT } from './root.mjs'
import { reasonOf, say } from './run.mjs'
import { FIRMWARE_FOLDER, signingKey } from './signing-key.mjs'

const USAGE = 'npm run firmware -- --version 9.80.4 [--product A8307-E] [--out FILE]'

/** The folders of an image, and the build output in each. */
const CONTENT = {
  device: 'device/dist',
  console: 'console/dist',
  'device-pages': 'device-pages/dist',
}

/** Month names in the format of devices. */
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        version: { type: 'string' },
        product: { type: 'string' },
        out: { type: 'string' },
      },
    })
    return values
  } catch (cause) {
    throw new Error(`${reasonOf(cause)}\n${USAGE}`, { cause })
  }
}

/**
 * Paths of the files below a folder, without those that only the build reads.
 * @param {string} folder
 */
async function filesIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('.vite/'))
    .toSorted()
}

/**
 * Copies the content into one folder, laid out as in the image.
 * @param {string} folder
 */
async function stage(folder) {
  /** @type {Record<string, { size: number, sha256: string }>} */
  const files = {}
  for (const [name, built] of Object.entries(CONTENT)) {
    for (const path of await filesIn(join(ROOT, built))) {
      const [from, to] = [join(ROOT, built, path), join(folder, name, path)]
      await mkdir(dirname(to), { recursive: true })
      await cp(from, to)
      const content = await readFile(to)
      const sha256 = createHash('sha256').update(content).digest('hex')
      files[`${name}/${path}`] = { size: content.length, sha256 }
    }
  }
  return files
}

/**
 * Whether there is a product of this number: each has a data file.
 * @param {string} number
 */
async function isProduct(number) {
  const file = join(ROOT, 'contract', 'src', 'products', `${number.toLowerCase()}.ts`)
  const data = await readFile(file, 'utf8').catch(() => '')
  return data.includes(`number: '${number}'`)
}

/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, '0')

/** @param {Date} date */
function dateText(date) {
  const day = `${MONTHS[date.getMonth()]} ${twoDigits(date.getDate())} ${date.getFullYear()}`
  return `${day} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

async function main() {
  const { version = '', product, out } = readFlags()
  if (!/^\d{1,3}(\.\d{1,5}){1,3}$/.test(version)) {
    throw new Error(`--version must be two to four numbers, such as 9.80.4.\n${USAGE}`)
  }
  if (product !== undefined && !(await isProduct(product))) {
    throw new Error(`There is no product ${product}.\n${USAGE}`)
  }
  await install()
  await buildApart()
  const name = ['lintel', ...(product === undefined ? [] : [product]), version].join('-')
  const file = resolve(out ?? join(FIRMWARE_FOLDER, `${name}.img`))
  const temporary = `${file}.${process.pid}`
  const folder = await mkdtemp(join(tmpdir(), 'lintel-firmware-'))
  try {
    const files = await stage(folder)
    const products = product === undefined ? [] : [product]
    const buildDate = dateText(new Date())
    const manifest = JSON.stringify({ format: 1, version, buildDate, products, files }, null, 1)
    await writeFile(join(folder, 'manifest.json'), manifest)
    const signature = sign(null, Buffer.from(manifest), await signingKey())
    await writeFile(join(folder, 'manifest.sig'), signature)
    await mkdir(dirname(file), { recursive: true })
    // In this order, so that the signature is read before the first file.
    const paths = ['manifest.json', 'manifest.sig', ...Object.keys(files)]
    const { create } = await import('tar')
    await create({ cwd: folder, file: temporary, gzip: true, portable: true }, paths)
    await rename(temporary, file)
    const { size } = await stat(file)
    say(`Firmware ${version} for ${product ?? 'all products'}, ${Math.ceil(size / 1024)} kB:`)
    process.stdout.write(`${file}\n`)
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(temporary, { force: true })
  }
}

await main().catch((cause) => {
  say(reasonOf(cause))
  process.exitCode = 1
})
