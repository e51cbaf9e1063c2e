import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { BrowserContext } from '@playwright/test'

/** Where the page of parts is served; the device itself doesn't have it. */
export const PARTS_PAGE = '/parts/index.html'

const FOLDER = join(import.meta.dirname, '..', '..', 'ui', 'dist-parts')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/**
 * Serves the page of parts from its build, with the Content-Security-Policy of the device's own
 * pages, so that a part that violates it fails here too.
 */
export async function servePartsPage(context: BrowserContext): Promise<void> {
  await context.route(/\/parts\//, async (route) => {
    const { pathname } = new URL(route.request().url())
    const own = await context.request.get('/sign-in')
    await route.fulfill({
      body: await readFile(join(FOLDER, pathname.replace(/^\/parts\//, ''))),
      headers: {
        'content-type': TYPES[extname(pathname)] ?? 'application/octet-stream',
        'content-security-policy': own.headers()['content-security-policy'] ?? "default-src 'none'",
      },
    })
  })
}
