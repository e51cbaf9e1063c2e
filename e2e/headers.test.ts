import { expect, test } from './fixture.ts'

const POLICY = /default-src 'self'/

test.describe('signed in', () => {
  for (const path of ['/webapp/hw/', '/webapp/hw/?query']) {
    test(`${path} can’t be framed by other sites and runs no foreign or inline code`, async ({
      page,
    }) => {
      const answer = await page.goto(path)
      const headers = answer?.headers() ?? {}
      const policy = headers['content-security-policy'] ?? ''
      expect(policy).toMatch(POLICY)
      expect(policy).toContain("frame-ancestors 'self'")
      expect(policy).not.toContain('unsafe')
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
    })
  }

  test('the console’s files are cached forever and sent compressed (SHELL-24)', async ({
    page,
  }) => {
    const files: Record<string, string>[] = []
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/webapp/hw/assets/')) {
        files.push(response.headers())
      }
    })
    await page.goto('/webapp/hw/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(files.length).toBeGreaterThan(2)
    for (const headers of files) expect(headers['cache-control']).toContain('immutable')
    expect(files.some((headers) => /gzip|br/.test(headers['content-encoding'] ?? ''))).toBe(true)
  })

  test('nothing is loaded from another host', async ({ page, rig }) => {
    const hosts = new Set<string>()
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url())
      if (protocol.startsWith('http')) hosts.add(host)
    })
    await page.goto('/webapp/hw/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect([...hosts]).toEqual([new URL(rig.site).host])
  })
})

test.describe('signed out', () => {
  test.use({ person: 'nobody' })

  test('the sign-in page has the same protection', async ({ page }) => {
    const headers = (await page.goto('/sign-in'))?.headers() ?? {}
    expect(headers['content-security-policy']).toMatch(POLICY)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  test('the root of the device redirects to the console', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/sign-in/)
  })
})
