/**
 * Contact sheets, one per area and language: every state of its pages, wide and narrow, light and
 * dark. `main.ts [AREA …] [--language de,pl|all] [--width 320,390] [--scheme light]`.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { languageFor, LANGUAGES } from '@lintel/contract/languages'
import type { Browser } from '@playwright/test'
import { launch } from '../bench/pages.ts'
import { at } from '../fixture.ts'
import { AREAS } from '../pages/all.ts'
import type { PageDescriptor, Picture } from '../pages/descriptor.ts'
import { DEFAULT_PRODUCT } from '../pages/descriptor.ts'
import { addressOf } from '../pages/pages.ts'
import { ACCOUNTS, PASSWORD } from '../rig/accounts.ts'
import { speak } from '../rig/language.ts'
import { servePartsPage } from '../rig/parts-page.ts'
import type { Rig } from '../rig/rig.ts'
import { startRig } from '../rig/rig.ts'
import { parts } from './parts.ts'

type Language = (typeof LANGUAGES)[number]
type Scheme = 'light' | 'dark'

const FOLDER = join(import.meta.dirname, '..', '..', '.sheets')
/** From this width in pixels, a picture has the height of a desktop window. */
const DESKTOP = 800

/** The pages of every area, and the page of parts. */
const DRAWN: typeof AREAS = { ...AREAS, parts }

interface Shot {
  caption: string
  width: number
  png: Buffer
}

interface Look {
  widths: readonly number[]
  schemes: readonly Scheme[]
}

const rigs = new Map<string, Promise<Rig>>()

/** The rig of a product, started when the first of its pages is drawn. */
function rigOf(product: string): Promise<Rig> {
  const rig = rigs.get(product) ?? startRig({ product })
  rigs.set(product, rig)
  return rig
}

/** Takes the pictures of one state: it is opened once and captured in every variant. */
async function shoot(
  browser: Browser,
  descriptor: PageDescriptor,
  picture: Picture,
  language: Language,
  { widths, schemes }: Look,
): Promise<Shot[]> {
  const { state = descriptor.state ?? 'ready', person = descriptor.person ?? 'admin' } = picture
  const rig = await rigOf(picture.product ?? descriptor.product ?? DEFAULT_PRODUCT)
  await rig.put(state)
  const context = await browser.newContext({
    baseURL: rig.addresses.http,
    viewport: { width: widths[0] ?? DESKTOP, height: 800 },
    reducedMotion: 'reduce',
    locale: language.code === 'en' ? 'en-US' : language.code,
  })
  // Until it is set up, the wizard is in the browser's language.
  if (state !== 'new') await speak(rig, language.name)
  try {
    if (person !== 'nobody') {
      await context.request.post('/sign-in', {
        data: { user: ACCOUNTS[person].user, password: PASSWORD },
        headers: { 'x-lintel-console': '1' },
      })
    }
    await picture.before?.(rig)
    await servePartsPage(context)
    const page = await context.newPage()
    await page.goto(picture.route === undefined ? addressOf(descriptor) : at(picture.route))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForTimeout(700)
    await picture.act?.(page)
    const shots: Shot[] = []
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < DESKTOP ? 720 : 800 })
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        await page.waitForTimeout(200)
        const caption = `${picture.name}, ${width} px, ${colorScheme}, ${language.name}`
        shots.push({ caption, width, png: await page.screenshot() })
      }
    }
    return shots
  } finally {
    await context.close()
  }
}

/** Arranges the pictures on one page and takes a screenshot of it. */
async function compose(browser: Browser, shots: readonly Shot[]): Promise<Buffer> {
  const figures = shots.map(
    ({ caption, width, png }) =>
      `<figure style="width:${width / 2}px"><img width="${width / 2}" src="data:image/png;base64,${png.toString('base64')}"><figcaption>${caption}</figcaption></figure>`,
  )
  const page = await browser.newPage({ viewport: { width: 2048, height: 800 } })
  await page.setContent(
    `<style>body{display:flex;flex-wrap:wrap;gap:16px;align-items:start;margin:16px;background:#888;font:12px sans-serif}figure{margin:0}img{display:block}</style>${figures.join('')}`,
  )
  const png = await page.screenshot({ fullPage: true })
  await page.close()
  return png
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

/** The languages by their names or codes. */
function languagesOf(selected: string): readonly Language[] {
  if (selected === 'all') return LANGUAGES
  return selected.split(',').map((one) => {
    const code = languageFor(one)
    return (
      LANGUAGES.find((language) => language.code === code) ??
      fail(`No language ${one}; there are ${LANGUAGES.map(({ name }) => name).join(', ')}.`)
    )
  })
}

const { values, positionals: selected } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: 'string', default: 'en,de' },
    width: { type: 'string', default: '1360,390' },
    scheme: { type: 'string', default: 'light,dark' },
  },
})
const unknown = selected.filter((name) => !(name in DRAWN))
if (unknown.length > 0) {
  fail(`No area ${unknown.join(', ')}; there are ${Object.keys(DRAWN).join(', ')}.`)
}
const languages = languagesOf(values.language)
const look: Look = {
  widths: values.width.split(',').map(Number),
  schemes: values.scheme.split(',') as Scheme[],
}
await mkdir(FOLDER, { recursive: true })
const browser = await launch()
for (const [area, pages] of Object.entries(DRAWN)) {
  if (selected.length > 0 && !selected.includes(area)) continue
  for (const language of languages) {
    const shots: Shot[] = []
    for (const page of pages) {
      for (const picture of page.pictures ?? []) {
        shots.push(...(await shoot(browser, page, picture, language, look)))
      }
    }
    if (shots.length === 0) continue
    const file = join(FOLDER, `${area}-${language.name.toLowerCase()}.png`)
    await writeFile(file, await compose(browser, shots))
    console.log(file)
  }
}
await browser.close()
for (const rig of rigs.values()) await (await rig).stop()
