/** Puts the windows of a scene side by side into one picture. */
import type { Browser, Page } from '@playwright/test'

/** Between windows, and around them for their shadow, in CSS pixels. */
const GAP = 24
/** Of 100. Text stays sharp, and a picture has a third of its bytes as PNG. */
const QUALITY = 88

/** A WebP of the windows in their places, with twice as many pixels and a transparent background. */
export async function pictureOf(browser: Browser, pages: readonly Page[]): Promise<Buffer> {
  const figures = await Promise.all(
    pages.map(async (page) => {
      const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
      const width = page.viewportSize()?.width ?? 0
      return `<img width="${width}" src="data:image/png;base64,${png.toString('base64')}">`
    }),
  )
  const page = await browser.newPage({ deviceScaleFactor: 2 })
  try {
    await page.setContent(
      `<style>
        body { margin: 0; background: transparent }
        main { display: flex; gap: ${GAP}px; align-items: start; width: max-content; padding: ${GAP}px }
        img { display: block; border-radius: 10px; box-shadow: 0 0 0 1px #0002, 0 6px 18px #0003 }
      </style><main>${figures.join('')}</main>`,
    )
    const box = await page.locator('main').boundingBox()
    if (!box) throw new Error('The picture is empty.')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setDefaultBackgroundColorOverride', {
      color: { r: 0, g: 0, b: 0, a: 0 },
    })
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'webp',
      quality: QUALITY,
      captureBeyondViewport: true,
      clip: { ...box, scale: 1 },
    })
    return Buffer.from(data, 'base64')
  } finally {
    await page.close()
  }
}
