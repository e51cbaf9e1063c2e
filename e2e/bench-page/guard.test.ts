/**
 * The bench controls the hardware, so it refuses requests from other sites and with other host
 * names.
 */
import { request } from 'node:http'
import { getBench } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'

test.use({ person: 'nobody' })

/** The response status of a request with headers that `fetch` doesn't let callers set. */
function statusOf(rig: Rig, path: string, headers: Record<string, string>, body?: string) {
  return new Promise<number>((resolve, reject) => {
    request(
      rig.addresses.bench + path,
      { method: body === undefined ? 'GET' : 'POST', headers },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      },
    )
      .on('error', reject)
      .end(body)
  })
}

const JSON_TYPE = { 'content-type': 'application/json' }
const OFF = '{"action":"off"}'
const isOn = async (rig: Rig) => (await rig.bench.call(getBench, {})).power

for (const [what, headers] of Object.entries({
  'a page of another site': { origin: 'https://evil.example' },
  'a page on another port': { origin: 'http://127.0.0.1:9' },
  'a page without an origin': { origin: 'null' },
  'a request that its browser calls cross-site': { 'sec-fetch-site': 'cross-site' },
  'a name that is not this computer’s': { host: 'evil.example' },
})) {
  test(`${what} can neither switch nor read`, async ({ page: _page, rig }) => {
    expect(await statusOf(rig, '/bench/power', { ...JSON_TYPE, ...headers }, OFF)).toBe(403)
    expect(await statusOf(rig, '/bench/state', headers)).toBe(403)
    expect(await statusOf(rig, '/bench/events', headers)).toBe(403)
    expect(await isOn(rig)).toBe(true)
  })
}

test('the same request without a foreign origin succeeds, so the others fail for the right reason', async ({
  page: _page,
  rig,
}) => {
  expect(await statusOf(rig, '/bench/power', JSON_TYPE, OFF)).toBe(200)
  expect(await isOn(rig)).toBe(false)
})

/** Tries to cut the power in every way that browsers offer to a page. */
async function attack(page: Page, bench: string) {
  await page.evaluate(
    async ([url, body]) => {
      await fetch(url, { method: 'POST', mode: 'no-cors', body }).catch(() => {})
      const headers = { 'content-type': 'application/json' }
      await fetch(url, { method: 'POST', headers, body }).catch(() => {})
      navigator.sendBeacon(url, body)
    },
    [`${bench}/bench/power`, OFF] as const,
  )
}

test('a page on the device’s own port cannot cut its power', async ({
  page,
  context,
  rig,
  expectFailures,
}) => {
  expectFailures(/bench|CORS|Content Security Policy|refused/i)
  await context.route('http://localhost:1/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
  )
  for (const place of ['http://localhost:1/', `${rig.addresses.http}/sign-in`]) {
    await page.goto(place)
    await attack(page, rig.addresses.bench)
    expect(await isOn(rig)).toBe(true)
  }
})

test('the page loads nothing from other hosts and cannot be framed', async ({ page, rig }) => {
  const headers = (await page.goto(rig.addresses.bench))?.headers() ?? {}
  const policy = headers['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
})
