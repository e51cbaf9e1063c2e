import type { BrowserContext } from '@playwright/test'

/** Watches a browser context for errors that the test does not expect. */
export interface PageGuard {
  /** Adds patterns of expected errors. */
  expect: (...patterns: RegExp[]) => void
  /** The errors that were not expected. */
  faults: () => string[]
}

/**
 * Console errors, uncaught errors, failed requests and responses of 400 and above, each as one
 * line: `console: …`, `uncaught: …`, `GET /path failed: …`, `GET /path answered 500`.
 */
export function watchPages(context: BrowserContext): PageGuard {
  const expected: RegExp[] = []
  const seen: string[] = []
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    const { url } = message.location()
    seen.push(`console: ${message.text()}${url === '' ? '' : ` (${url})`}`)
  })
  context.on('weberror', (failure) => seen.push(`uncaught: ${failure.error().message}`))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A page that is left aborts what it is still loading.
    if (reason.includes('ERR_ABORTED')) return
    seen.push(`${request.method()} ${new URL(request.url()).pathname} failed: ${reason}`)
  })
  context.on('response', (response) => {
    if (response.status() < 400) return
    const { pathname } = new URL(response.url())
    seen.push(`${response.request().method()} ${pathname} answered ${response.status()}`)
  })
  return {
    expect: (...patterns) => void expected.push(...patterns),
    faults: () => seen.filter((line) => !expected.some((pattern) => pattern.test(line))),
  }
}
