/** Contact sheets, one per area and language: every state of its pages, wide and narrow, light and dark. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { launch } from '../bench/pages.ts'
import { at } from '../fixture.ts'
import { ACCOUNTS, PASSWORD } from '../rig/accounts.ts'
import { speak } from '../rig/language.ts'
import type { Rig } from '../rig/rig.ts'
import { startRig } from '../rig/rig.ts'
import type { Shot } from './areas.ts'
import { AREAS } from './areas.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '.sheets')
const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 375, height: 720 } }
const SCHEMES = ['light', 'dark'] as const
const LANGUAGES = ['English', 'German']

interface Picture {
  caption: string
  width: number
  png: Buffer
}

async function shoot(
  browser: Browser,
  rig: Rig,
  shot: Shot,
  look: { language: string; size: keyof typeof SIZES; colorScheme: (typeof SCHEMES)[number] },
): Promise<Picture> {
  const { state = 'ready', person = 'admin' } = shot
  const viewport = SIZES[look.size]
  await rig.put(state)
  const context = await browser.newContext({
    baseURL: rig.addresses.http,
    viewport,
    colorScheme: look.colorScheme,
    reducedMotion: 'reduce',
    locale: look.language === 'German' ? 'de-DE' : 'en-US',
  })
  // Until it is set up, the wizard speaks the browser's language.
  if (state !== 'new') await speak(rig, look.language)
  try {
    if (person !== 'nobody') {
      await context.request.post('/sign-in', {
        data: { user: ACCOUNTS[person].user, password: PASSWORD },
        headers: { 'x-lintel-console': '1' },
      })
    }
    await shot.before?.(rig)
    const page = await context.newPage()
    await page.goto(shot.route.startsWith('!') ? shot.route.slice(1) : at(shot.route))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForTimeout(700)
    await shot.act?.(page, rig)
    await page.waitForTimeout(200)
    const caption = `${shot.name}, ${look.size}, ${look.colorScheme}, ${look.language}`
    return { caption, width: viewport.width, png: await page.screenshot() }
  } finally {
    await context.close()
  }
}

/** Lays the pictures out on one page and takes a picture of that. */
async function compose(browser: Browser, pictures: readonly Picture[]): Promise<Buffer> {
  const figures = pictures.map(
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

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in AREAS))
if (unknown.length > 0) {
  console.error(`No area ${unknown.join(', ')}; there are ${Object.keys(AREAS).join(', ')}.`)
  process.exit(1)
}
await mkdir(FOLDER, { recursive: true })
const rig = await startRig()
const browser = await launch()
for (const [area, shots] of Object.entries(AREAS)) {
  if (asked.length > 0 && !asked.includes(area)) continue
  for (const language of LANGUAGES) {
    const pictures: Picture[] = []
    for (const shot of shots) {
      for (const size of ['wide', 'narrow'] as const) {
        for (const colorScheme of SCHEMES) {
          pictures.push(await shoot(browser, rig, shot, { language, size, colorScheme }))
        }
      }
    }
    const file = join(FOLDER, `${area}-${language.toLowerCase()}.png`)
    await writeFile(file, await compose(browser, pictures))
    console.log(file)
  }
}
await browser.close()
await rig.stop()
