/** The calls that the console makes at start for each role. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { ACCOUNTS } from '../rig/accounts.ts'
import { expectLive } from './live.ts'

test.use({ reuse: 'nothing' })

/** The requests of a page, as `file?query`. */
function recordRequests(page: Page) {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.startsWith('/axis-cgi/')) return
    requests.push(`${pathname.split('/').at(-1)}?${searchParams.toString()}`)
  })
  return requests
}

async function expectOpened(page: Page, user: string) {
  await expectLive(page)
  await expect(page.getByRole('term').filter({ hasText: 'Serial number' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Account ${user}` })).toBeVisible()
}

const FULL_LIST = 'param.cgi?action=list'
const DATE = 'date.cgi?action=getdate'

for (const person of ['admin', 'operator', 'viewer'] as const) {
  test.describe(person, () => {
    test.use({ person })

    test(`as ${person}, the console reads the account’s groups (SHELL-14)`, async ({
      page,
      open,
    }) => {
      const requests = recordRequests(page)
      await open('/')
      await expectOpened(page, ACCOUNTS[person].user)
      expect(requests.filter((one) => one.startsWith('usergroup.cgi'))).toHaveLength(1)
    })
  })
}

test('an administrator reads every parameter and the date (SHELL-15)', async ({ page, open }) => {
  const requests = recordRequests(page)
  await open('/')
  await expectOpened(page, ACCOUNTS.admin.user)
  expect(requests.filter((one) => one === FULL_LIST)).toHaveLength(1)
  expect(requests.filter((one) => one === DATE)).toHaveLength(1)
})

test.describe('operators', () => {
  test.use({ person: 'operator' })

  test('an operator reads every parameter (SHELL-16)', async ({ page, open }) => {
    const requests = recordRequests(page)
    await open('/')
    await expectOpened(page, ACCOUNTS.operator.user)
    expect(requests.filter((one) => one === FULL_LIST)).toHaveLength(1)
    expect(requests).not.toContain(DATE)
  })
})

test.describe('viewers', () => {
  test.use({ person: 'viewer' })

  test('a viewer reads a reduced list, which is enough for the whole overview (SHELL-17)', async ({
    page,
    open,
  }) => {
    const requests = recordRequests(page)
    await open('/')
    await expectOpened(page, ACCOUNTS.viewer.user)
    expect(requests).not.toContain(FULL_LIST)
    expect(requests).not.toContain(DATE)
    const lists = requests.filter((one) => one.startsWith('param.cgi'))
    expect(lists.length).toBeGreaterThan(0)
    for (const list of lists) expect(list).toContain('group=')
    for (const term of ['IPv4 address', 'Firmware', 'Web app']) {
      await expect(page.getByRole('term').filter({ hasText: term })).toBeVisible()
    }
    await expect(page.getByText('Unknown')).toHaveCount(0)
  })
})
