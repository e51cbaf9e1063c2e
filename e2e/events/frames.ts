/** Stand-ins for the device's event pages, for tests of the frame around them. */
import type { Page } from '@playwright/test'

/** The addresses of the framed pages of the tabs, in their order. */
export const FRAMED = [
  'action_rules',
  'recipients',
  'schedules',
  'recurrences',
  'manual_triggers',
].map((name) => `/operator/${name}.shtml?aca=yes`)

/** The frame's page with this height in pixels, from `?high=` of its address or 700. */
const CONTENT =
  '<!doctype html><title>Page</title><body style="margin:0"><p>Content</p><script>' +
  "document.body.style.height = (new URLSearchParams(location.search).get('high') || 700) + 'px'" +
  '</script>'

/**
 * Serves a page of a chosen height in the frames.
 * @param ready delays the response
 */
export const standIn = (page: Page, ready: Promise<void> = Promise.resolve()): Promise<unknown> =>
  page.route('**/operator/*.shtml?*', async (route) => {
    await ready
    await route.fulfill({ contentType: 'text/html', body: CONTENT })
  })
