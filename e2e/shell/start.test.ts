/** The start of the console: which calls it makes, in which order, for each role. */
import { setFaults } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { typeAddress } from '../rig/address.ts'
import { PERSONA } from '../rig/firmware.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { expectReady, openPage, routesOn } from '../pages/pages.ts'

test.use({ reuse: 'nothing' })

/**
 * The calls of a page in the order in which they start, and which was answered before which
 * started.
 */
function followCalls(page: Page) {
  const events: string[] = []
  const nameOf = (url: string, body: string) => {
    const name = new URL(url).pathname.split('/').at(-1) ?? ''
    const group = new URLSearchParams(body || new URL(url).search).get('group')
    return name === 'param.cgi' ? `${name} ${group ?? 'all'}` : name
  }
  page.on('request', (request) => {
    if (!/\.cgi/.test(request.url())) return
    events.push(`request ${nameOf(request.url(), request.postData() ?? '')}`)
  })
  page.on('requestfinished', (request) => {
    if (!/\.cgi/.test(request.url())) return
    events.push(`response ${nameOf(request.url(), request.postData() ?? '')}`)
  })
  return events
}

/** The first list of parameters, which includes the language. */
function initial(events: readonly string[]): string {
  const firstList = events.find((event) => event.startsWith('request param.cgi')) ?? ''
  expect(firstList).toContain('root.Properties.System.Language')
  return firstList.replace(/^request /, '')
}

test('reads password state and brand, then the initial state, then the session, then the lists (SHELL-12)', async ({
  page,
}) => {
  const events = followCalls(page)
  await openPage(page, '/maintenance')
  const when = (event: string) => {
    expect(events).toContain(event)
    return events.indexOf(event)
  }
  const language = initial(events)
  expect(events.slice(0, 2).toSorted()).toEqual([
    'request getbrand.cgi',
    'request rootpwdsetvalue.cgi',
  ])
  expect(when(`request ${language}`)).toBeGreaterThan(when('response rootpwdsetvalue.cgi'))
  expect(when(`request ${language}`)).toBeGreaterThan(when('response getbrand.cgi'))
  expect(when('request usergroup.cgi')).toBeGreaterThan(when(`response ${language}`))
  expect(when('request param.cgi all')).toBeGreaterThan(when('response usergroup.cgi'))
  expect(when('request date.cgi')).toBeGreaterThan(when('response usergroup.cgi'))
})

for (const person of ['operator', 'viewer'] as const) {
  test.describe(person, () => {
    test.use({ person })

    test('makes only calls that the role may make (SHELL-64)', async ({ page }) => {
      const events = followCalls(page)
      const requests: string[] = []
      page.on('request', (request) => requests.push(new URL(request.url()).pathname))
      await openPage(page, '/')
      await expect(page.getByRole('banner').locator('time')).toBeVisible()
      // Operators see and end the calls in progress, on the overview's tile.
      const mayCall = person === 'operator' ? ['/vapix/call'] : []
      expect(
        requests.filter((path) => path.startsWith('/vapix/') && !mayCall.includes(path)),
      ).toEqual([])
      if (person === 'viewer') expect(events).not.toContain('request param.cgi all')
      expect(events).not.toContain('request pwdgrp.cgi')
      expect(events).not.toContain('request date.cgi')
    })
  })
}

test('each failure of the start is reported, and the start can be retried (EXPECT-11)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  const retry = page.getByRole('button', { name: 'Try again' })
  const failWith = (call: string) =>
    rig.bench.call(setFaults, { faults: [{ call, fault: 'status', value: 500 }] })
  /** What the start reads: the root password, the brand and the groups. */
  const calls = ['getbrand', 'rootpwdsetvalue', 'usergroup']
  for (const call of calls) {
    await failWith(call)
    const failed = page.waitForResponse(
      (response) => response.url().includes(call) && response.status() === 500,
    )
    await (call === calls[0] ? open('/users') : retry.click())
    await failed
    await expect(retry).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expectAccessible(page)
  }
  await rig.bench.call(setFaults, { faults: [] })
  await retry.click()
  await expectReady(page, '/users')
  await expect(page).toHaveURL(/#\/users$/)
})

test('an unreadable language opens the console in English (SHELL-99)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  // Without the firmware version the console filters service accounts by their older names.
  if (PERSONA === '12.11') expectFailures(/vapix/)
  expectFailures(/500/)
  await rig.bench.call(setFaults, {
    faults: [{ call: 'param.list', fault: 'status', value: 500, times: 1 }],
  })
  await open('/maintenance')
  await expect(page.getByRole('heading', { level: 1, name: 'Maintenance' })).toBeVisible()
})

test.describe('before there is an administrator', () => {
  test.use({ state: 'new', person: 'nobody' })

  test('every address shows only the wizard (SHELL-13)', async ({ page }) => {
    await page.goto(at('/users/edit/guard1'))
    for (const route of routesOn()) {
      await typeAddress(page, route)
      await expect(page).toHaveURL(at(route))
      await expect(page.getByLabel('Repeat password', { exact: true })).toBeVisible()
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0)
    }
    await page.goto('/sign-in')
    await expect(page).toHaveURL(/\/webapp\/hw\//)
  })
})
