/** Test calls and registrations with a real telephone and registrar at the other end. */
import { getCallStatuses } from '@lintel/contract/calls/sip-calls'
import type { Page } from '@playwright/test'
import { openSipPeer } from '../../device/src/engines/sip/testing/peer.ts'
import type { SipPeer } from '../../device/src/engines/sip/testing/peer.ts'
import { applyFaults, clearFaults } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { skipWait } from '../rig/page-clock.ts'
import type { Rig } from '../rig/rig.ts'
import { addAccount, recordCalls, rowOf, switchSip } from './form.ts'

let peer: SipPeer

test.beforeEach(async () => {
  peer = await openSipPeer({ users: { desk: 'secret' } })
})
test.afterEach(async () => {
  await peer.close()
})

/** The controls of the test call. */
const callOf = (page: Page) => ({
  open: page.getByText('Test accounts', { exact: true }),
  to: page.getByLabel('Address to call'),
  account: page.getByLabel('From account'),
  call: page.getByRole('button', { name: 'Test call' }),
  hangUp: page.getByRole('button', { name: 'Hang up' }),
  toast: (text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text),
  ladder: page.getByRole('region', { name: 'SIP messages of this call' }),
})

/** The page may have asked by itself already, and does not ask again once the call has ended. */
const nextPoll = (page: Page) => page.clock.fastForward(1_000)

/** The states of the calls that go on; the device also lists those of earlier tests. */
const states = async (rig: Rig) =>
  (await rig.root.call(getCallStatuses, {})).CallStatus.map(({ CallState }) => CallState).filter(
    (state) => state !== 'Terminated',
  )

test.describe('a test call', () => {
  test.use({ clock: true })

  test.beforeEach(async ({ page, open, rig }) => {
    await switchSip(rig, true)
    await open('/sip/accounts')
    await callOf(page).open.click()
    await expect(callOf(page).account).toBeVisible()
  })

  test('rings, is answered, and ends with another click (SIPCALL-02, SIPCALL-04, SIPCALL-06)', async ({
    page,
    rig,
  }) => {
    peer.phone.manner = 'ring'
    const { to, call, hangUp, toast, ladder } = callOf(page)
    await expect(call).toBeDisabled()
    await to.fill(`phone@${peer.address}`)
    await call.click()
    await expect(toast('The test call is in progress.')).toBeVisible()
    await expect(page.getByText('Calling…')).toBeVisible()
    await expect.poll(() => peer.phone.calls.length).toBe(1)
    expect(await states(rig)).toEqual(['Calling'])
    peer.phone.calls[0]?.answer()
    await expect.poll(() => states(rig)).toEqual(['Active'])
    await nextPoll(page)
    await expect(toast('The test call worked.')).toBeVisible()
    await expect(page.getByText('The other side has answered.')).toBeVisible()
    await expect(ladder.getByText('200 OK').first()).toBeVisible()
    await expectAccessible(page)
    await hangUp.click()
    await expect(call).toBeEnabled()
    await expect.poll(() => peer.phone.calls[0]?.ended).toBe(true)
  })

  test('needs an address and an account (SIPCALL-01, SIPCALL-08)', async ({ page, rig }) => {
    peer.phone.manner = 'ring'
    const { to, account, call, hangUp } = callOf(page)
    await expect(account).toHaveValue('sip_account_0')
    await expect(call).toBeDisabled()
    await to.fill('  ')
    await expect(call).toBeDisabled()
    await to.fill(`phone@${peer.address}`)
    await call.click()
    await to.clear()
    await expect(hangUp).toBeEnabled()
    expect(await states(rig)).toContain('Calling')
    await hangUp.click()
    await expect(call).toBeDisabled()
    await expect.poll(() => states(rig)).not.toContain('Calling')
  })

  test('is polled every second while it rings (SIPCALL-03)', async ({ page }) => {
    peer.phone.manner = 'ring'
    const calls = recordCalls(page)
    const { to, call, hangUp } = callOf(page)
    await to.fill(`sip:phone@${peer.address}`)
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    await call.click()
    await expect(hangUp).toBeVisible()
    const polls = () => calls.of('GetCallStatus').length
    for (const count of [1, 2, 3]) {
      const answered = page.waitForResponse(
        (one) => one.request().postData()?.includes('GetCallStatus') === true,
      )
      await skipWait(page, 1_000)
      await answered
      expect(polls()).toBe(count)
    }
    await hangUp.click()
  })

  test('that is busy fails, and says so with the messages (SIPCALL-05, OPEN-81)', async ({
    page,
  }) => {
    peer.phone.manner = '486 Busy Here'
    const { to, call, toast, ladder } = callOf(page)
    await to.fill(`phone@${peer.address}`)
    await call.click()
    await expect(toast('The test call is in progress.')).toBeVisible()
    await expect.poll(() => peer.phone.calls[0]?.acknowledged).toBe(true)
    await nextPoll(page)
    await expect(toast('The test call failed.')).toBeVisible()
    await expect(page.getByText('The other side is busy.')).toBeVisible()
    await expect(call).toBeEnabled()
    const lines = ladder.getByRole('listitem')
    await expect(lines.first()).toContainText(`Device to udp ${peer.address}`)
    await expect(lines.first()).toContainText('INVITE sip:phone@')
    // Sent again until the device's ACK arrives.
    await expect(lines.filter({ hasText: '486 Busy Here' }).first()).toContainText('to device')
  })

  test('says what is wrong by the code (EXPECT-11)', async ({ page }) => {
    for (const [line, words] of [
      ['404 Not Found', 'Nobody has this address.'],
      ['488 Not Acceptable Here', 'no audio codec or encryption in common'],
      ['603 Decline', 'The other side declined the call.'],
      ['499 Unheard Of', 'The call could not be set up.'],
    ] as const) {
      peer.phone.manner = line
      const count = peer.phone.calls.length
      await callOf(page).to.fill(`phone@${peer.address}`)
      await callOf(page).call.click()
      await expect.poll(() => peer.phone.calls[count]?.acknowledged).toBe(true)
      await nextPoll(page)
      await expect(page.getByText(words)).toBeVisible()
    }
  })

  test('ends when the page is left (SIPCALL-07)', async ({ page }) => {
    peer.phone.manner = 'ring'
    await callOf(page).to.fill(`phone@${peer.address}`)
    await callOf(page).call.click()
    await expect(callOf(page).hangUp).toBeVisible()
    await expect.poll(() => peer.phone.calls.length).toBe(1)
    // What was typed for the call is no unsaved change.
    await page.getByRole('link', { name: 'Overview' }).click()
    await expect(page).toHaveURL(/#\/$/)
    await expect.poll(() => peer.phone.calls[0]?.status).toBe(487)
  })

  test('that is answered ends when the other side hangs up', async ({ page }) => {
    peer.phone.manner = 'answer'
    await callOf(page).to.fill(`phone@${peer.address}`)
    await callOf(page).call.click()
    await expect.poll(() => peer.phone.calls[0]?.acknowledged).toBe(true)
    await nextPoll(page)
    await expect(callOf(page).toast('The test call worked.')).toBeVisible()
    peer.phone.calls[0]?.bye()
    await expect(page.getByText('The other side has hung up.')).toBeVisible()
    await expect(callOf(page).call).toBeEnabled()
    await expect(callOf(page).toast('The test call failed.')).toHaveCount(0)
  })

  test('whose state can’t be read fails, and is ended (SIPCALL-05)', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(/500/)
    peer.phone.manner = 'ring'
    await callOf(page).to.fill(`phone@${peer.address}`)
    await callOf(page).call.click()
    await expect.poll(() => peer.phone.calls.length).toBe(1)
    await applyFaults(rig, { call: 'sip.GetCallStatus', fault: 'status', value: 500 })
    await nextPoll(page)
    await expect(callOf(page).toast('The test call failed.')).toBeVisible()
    await clearFaults(rig)
    await expect.poll(() => peer.phone.calls[0]?.status).toBe(487)
    await expect(callOf(page).call).toBeEnabled()
  })

  test('that the device refuses fails at once with its reason (SIPCALL-05)', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(/409/)
    await switchSip(rig, false)
    await expect(page.getByText("SIP is disabled, so the device can't call.")).toBeVisible()
    await callOf(page).to.fill(`phone@${peer.address}`)
    await callOf(page).call.click()
    await expect(callOf(page).toast('The test call failed.')).toBeVisible()
    await expect(page.getByText('The device refused: SIP is disabled.')).toBeVisible()
  })
})

test('an extension is called at the registrar of the account (SIPCALL-02)', async ({
  page,
  open,
  rig,
}) => {
  await switchSip(rig, true)
  peer.phone.manner = 'answer'
  await addAccount(rig, 'Desk', {
    UserId: 'desk',
    PublicDomain: '',
    Registrar: peer.address,
    Password: 'secret',
  })
  await open('/sip/accounts')
  const { account, to, call, toast } = callOf(page)
  await callOf(page).open.click()
  await account.selectOption('Desk')
  await to.fill(' 200 ')
  await call.click()
  await expect(toast('The test call worked.')).toBeVisible()
  const invite = peer.phone.received.find(({ line }) => line.startsWith('INVITE'))
  expect(invite?.line).toBe(`INVITE sip:200@${peer.address} SIP/2.0`)
})

test('a call ends when its window is closed (SIPCALL-07)', async ({ page, open, rig }) => {
  await switchSip(rig, true)
  peer.phone.manner = 'ring'
  await open('/sip/accounts')
  await callOf(page).open.click()
  await callOf(page).to.fill(`phone@${peer.address}`)
  await callOf(page).call.click()
  await expect(callOf(page).hangUp).toBeVisible()
  await expect.poll(() => peer.phone.calls.length).toBe(1)
  await page.goto('about:blank')
  await expect.poll(() => peer.phone.calls[0]?.status).toBe(487)
})

test('without SIP there is a warning with a link to its settings (SIPCALL-09, FIX-16, SIPACC-05)', async ({
  page,
  open,
}) => {
  await open('/sip/accounts')
  await expect(callOf(page).to).toBeHidden()
  await callOf(page).open.click()
  const warning = page.getByRole('alert').filter({ hasText: 'SIP is disabled' })
  await warning.getByRole('link', { name: 'SIP settings' }).click()
  await expect(page).toHaveURL(/#\/sip\/settings$/)
})

test.describe('a registration', () => {
  // The page's fixture puts the device back first.
  test.beforeEach(async ({ page: _page, rig }) => {
    await switchSip(rig, true)
  })

  test('shows in words as it happens (SIPACC-09, SIPACC-11, SIPACC-13)', async ({
    page,
    open,
    rig,
  }) => {
    const other = { UserId: 'desk', PublicDomain: '', Registrar: peer.address }
    await addAccount(rig, 'Desk', { ...other, Password: 'wrong' })
    await open('/sip/accounts')
    const desk = rowOf(page, 'Desk')
    await expect(desk).toContainText('Refused by the registrar')
    await expect(desk).toContainText('password')
    await expect(desk.locator('svg[data-group]')).toHaveAttribute('data-group', 'refused')
    await addAccount(rig, 'Lobby', { ...other, Password: 'secret' })
    await expect(rowOf(page, 'Lobby')).toContainText('Registered')
    await expect(rowOf(page, 'Lobby').locator('svg[data-group]')).toHaveAttribute(
      'data-group',
      'ok',
    )
    expect(peer.registrar.contacts.get('desk')?.size).toBe(1)
  })

  test('that succeeds while the list is being read is shown (SIPACC-13)', async ({
    page,
    open,
    rig,
  }) => {
    peer.socket.loses = () => true
    const servers = { PublicDomain: '', Registrar: peer.address }
    await addAccount(rig, 'Desk', { UserId: 'desk', ...servers, Password: 'secret' })
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let held = false
    await page.route('**/vapix/call', async (route) => {
      const reads = route.request().postData()?.includes('GetSIPAccountStatuses') === true
      if (!reads || held) return route.continue()
      held = true
      const response = await route.fetch()
      expect(await response.text()).toContain('Trying')
      await released
      // The page may have given it up.
      return route.fulfill({ response }).catch(() => undefined)
    })
    let heard = false
    // The socket of a page that is already open could not be listened to.
    await page.goto('about:blank')
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        heard ||= held && /SIPAccountStatus.*"200"/s.test(String(payload))
      }),
    )
    await open('/sip/accounts')
    await expect.poll(() => held).toBe(true)
    peer.socket.loses = () => false
    await expect.poll(() => heard).toBe(true)
    release()
    await expect(rowOf(page, 'Desk')).toContainText('Registered')
  })

  test('that the registrar can’t serve says what to do (SIPACC-11, EXPECT-08)', async ({
    page,
    open,
    rig,
  }) => {
    peer.registrar.refuses = '503 Service Unavailable'
    const other = { UserId: 'desk', PublicDomain: '', Registrar: peer.address }
    await open('/sip/accounts')
    await addAccount(rig, 'Desk', { ...other, Password: 'secret' })
    const desk = rowOf(page, 'Desk')
    await expect(desk).toContainText("The registrar can't be reached.")
    await expect(desk).toContainText('(503 Service Unavailable)')
    await expect(desk.locator('svg[data-group]')).toHaveAttribute('data-group', 'failed')
  })
})
