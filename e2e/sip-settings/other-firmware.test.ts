/** The pages of SIP on firmware without our own calls, and on a device without calls at all. */
import { setPersona } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { applyFaults, FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { at, expect, test } from '../fixture.ts'
import { couldNotLoad, inFrame, saveButton } from '../pages/parts.ts'
import { rowOf } from '../sip-accounts/form.ts'
import { configurationOn, formOf } from './form.ts'

test.use({ reuse: 'nothing' })

const UNUSED = /This device stores the setting, but doesn't use it\./
const menu = (page: Page) => page.getByRole('navigation')

for (const persona of ['9.80', '12.11'] as const) {
  test(`firmware ${persona} has SIP, without what is of our own design`, async ({
    page,
    open,
    rig,
  }) => {
    await rig.bench.call(setPersona, { persona })
    const own = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/lintel/')) own.add(pathname)
    })
    await open('/sip/settings')
    const form = formOf(page)
    await form.callingTimeout.fill('45')
    await form.tab('Advanced').click()
    // Nothing says what this firmware does with it.
    await expect(form.videoDirection).not.toHaveAccessibleDescription(UNUSED)
    await saveButton(page).click()
    await expect(form.saved).toBeVisible()
    expect((await configurationOn(rig)).CallingTimeout).toBe(45)

    await open('/sip/accounts')
    await expect(rowOf(page, 'Peer-to-peer').first()).toContainText('Off: SIP is disabled')
    await page.getByText('Test accounts', { exact: true }).click()
    await expect(page.getByLabel('Address to call')).toBeVisible()

    await open('/sip/dtmf')
    await expect(inFrame(page).getByRole('heading', { name: 'DTMF configurations' })).toBeVisible()
    await expect(inFrame(page).getByText('DTMF triggers')).toHaveCount(0)

    await open('/sip/calls')
    await expect(page.getByText("This device doesn't have this page.")).toBeVisible()
    await expect(menu(page).getByRole('link', { name: 'DTMF' })).toBeVisible()
    await expect(menu(page).getByRole('link', { name: 'Call log' })).toHaveCount(0)
    expect(Array.from(own)).toEqual([])
  })
}

test('a device without the call service says on each page that it can’t do this', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS, /404/)
  await applyFaults(
    rig,
    ...['sip', 'dtmfTriggers', 'callLog'].map((call) => ({
      call,
      fault: 'status' as const,
      value: 404,
    })),
  )
  const says = "This device doesn't support this function."
  for (const route of ['/sip/settings', '/sip/accounts', '/sip/accounts/add', '/sip/calls']) {
    await test.step(route, async () => {
      await open(route)
      await expect(couldNotLoad(page).first()).toBeVisible()
      await expect(page.getByText(says).first()).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Messages' }).getByRole('button')).toHaveCount(
        0,
      )
    })
  }
  await page.goto(at('/sip/dtmf'))
  await expect(inFrame(page).getByText(says)).toBeVisible()
})
