import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from '@playwright/test'
import { THROUGH_GATEWAY } from './gateway.ts'

/** Watches a browser context for errors that the test does not expect. */
export interface PageGuard {
  /** Adds patterns of expected errors. */
  expect: (...patterns: RegExp[]) => void
  /** The errors that were not expected. */
  faults: () => string[]
  /** Stops watching, for a context that another test will use. */
  stop: () => void
}

/**
 * Console errors, uncaught errors, failed requests and responses of 400 and above, each as one
 * line: `console: …`, `uncaught: …`, `GET /path failed: …`, `GET /path answered 500`.
 */
export function watchPages(context: BrowserContext): PageGuard {
  // A gateway answers with 503 for a device that is gone.
  const expected: RegExp[] = THROUGH_GATEWAY ? [/WebSocket connection .* 503/] : []
  // Other tests add addresses to this computer, which makes Chromium drop requests. The console
  // repeats them.
  expected.push(/ERR_NETWORK_CHANGED/)
  const seen: string[] = []
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error') return
    const { url } = message.location()
    seen.push(`console: ${message.text()}${url === '' ? '' : ` (${url})`}`)
  }
  const onError = (failure: WebError) => void seen.push(`uncaught: ${failure.error().message}`)
  const onFailure = (request: Request) => {
    const reason = request.failure()?.errorText ?? ''
    // Leaving a page aborts its pending requests.
    if (reason.includes('ERR_ABORTED')) return
    seen.push(`${request.method()} ${new URL(request.url()).pathname} failed: ${reason}`)
  }
  const onResponse = (response: Response) => {
    if (response.status() < 400) return
    const { pathname } = new URL(response.url())
    seen.push(`${response.request().method()} ${pathname} answered ${response.status()}`)
  }
  context.on('console', onConsole)
  context.on('weberror', onError)
  context.on('requestfailed', onFailure)
  context.on('response', onResponse)
  return {
    expect: (...patterns) => void expected.push(...patterns),
    stop() {
      context.off('console', onConsole)
      context.off('weberror', onError)
      context.off('requestfailed', onFailure)
      context.off('response', onResponse)
    },
    faults: () => seen.filter((line) => !expected.some((pattern) => pattern.test(line))),
  }
}
