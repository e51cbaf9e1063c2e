/** The tabs of the page on a door station with a display, checked through the calls. */
import type { Locator, Page } from '@playwright/test'
import { expectError } from '../datetime/form.ts'
import { at, expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { tabTo } from '../rig/keyboard.ts'
import { attributeOn, changeElsewhere, codecsOn, configurationOn, formOf } from './form.ts'

test.beforeEach(({ open }) => open('/sip/settings'))

const UNUSED = /This device stores the setting, but doesn't use it\./

/** Records the operations of the call service that the page makes, in their order. */
function recordOperations(page: Page): string[] {
  const made: string[] = []
  page.on('request', (request) => {
    const [, operation] = /"axcall:(\w+)"/.exec(request.postData() ?? '') ?? []
    if (operation !== undefined) made.push(operation)
  })
  return made
}

test.describe('without saving', () => {
  test.use({ reuse: 'device' })

  test('shows four tabs with their fields (SIPSET-01, SIPSET-02, SIPSET-04)', async ({ page }) => {
    const form = formOf(page)
    await expect(page.getByRole('tab')).toHaveText([
      'SIP settings',
      'Port settings',
      'NAT traversal',
      'Advanced',
    ])
    await expect(page.getByRole('tabpanel').getByRole('switch')).toHaveCount(3)
    await expect(form.callingTimeout).toHaveValue('60')
    await expect(form.answeringTimeout).toHaveValue('60')
    await expect(page.getByText('SIP is disabled.')).toBeVisible()
    await expectAccessible(page)
    await form.tab('Port settings').click()
    await expect(page.getByRole('tabpanel').getByRole('textbox')).toHaveCount(3)
    await expect(form.tlsPort).toHaveValue(String(Number(await form.sipPort.inputValue()) + 1))
    await expectAccessible(page)
  })

  test('the RTP start port is 4000, and more ports above it are used (SIPSET-20, OPEN-72)', async ({
    page,
  }) => {
    const { tab, rtpPort } = formOf(page)
    await tab('Port settings').click()
    await expect(rtpPort).toHaveValue('4000')
    await expect(rtpPort).toHaveAccessibleDescription(/this port and those above it/)
  })

  test('the advanced settings have the device’s defaults (SIPSET-06, SIPSET-09, SIPSET-29)', async ({
    page,
  }) => {
    const form = formOf(page)
    await form.tab('Advanced').click()
    await expect(form.interval).toHaveValue('300')
    await expect(form.payloadType).toHaveValue('96')
    await expect(form.endless).toHaveCount(0)
    await expect(form.viaRewrite).toBeChecked()
    await expect(form.contactRewrite).toBeChecked()
    await expect(form.noTcpSwitch).not.toBeChecked()
    await expect(form.packetization).toHaveValue('auto')
    const values = form.packetization.locator('option')
    expect(
      await values.evaluateAll((options) => options.map((one) => one.getAttribute('value'))),
    ).toEqual(['auto', 'none', 'mode0', 'mode1'])
    await expectAccessible(page)
  })

  test('audio and video go both ways, one way or not at all (SIPSET-30, SIPSET-31)', async ({
    page,
  }) => {
    const form = formOf(page)
    await form.tab('Advanced').click()
    for (const direction of [form.audioDirection, form.videoDirection]) {
      await expect(direction).toHaveValue('sendrecv')
      const options = direction.locator('option')
      await expect(options).toHaveCount(4)
      for (const value of ['inactive', 'recvonly', 'sendonly', 'sendrecv']) {
        await direction.selectOption(value)
      }
    }
  })

  test('the keyboard moves between the tabs', async ({ page }) => {
    const { tab } = formOf(page)
    await tabTo(page, tab('SIP settings'))
    await page.keyboard.press('ArrowRight')
    await expect(tab('Port settings')).toBeFocused()
    await expect(tab('Port settings')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('End')
    await expect(formOf(page).interval).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(tab('SIP settings')).toBeFocused()
  })

  test('says of each switch that it is stored without being used', async ({ page }) => {
    const form = formOf(page)
    await expect(form.twoWayVideo).toHaveAccessibleDescription(UNUSED)
    await expect(form.allowIncoming).not.toHaveAccessibleDescription(UNUSED)
    await form.tab('NAT traversal').click()
    await expect(form.ice).not.toHaveAccessibleDescription(UNUSED)
    await expect(form.turn).not.toHaveAccessibleDescription(UNUSED)
    await expect(form.stun).not.toHaveAccessibleDescription(UNUSED)
    await form.tab('Advanced').click()
    await expect(form.videoDirection).toHaveAccessibleDescription(UNUSED)
    await expect(form.audioDirection).not.toHaveAccessibleDescription(UNUSED)
  })

  test('Save opens the tab of the first wrong field and focuses it (SIPSET-16, SIPSET-21)', async ({
    page,
  }) => {
    const form = formOf(page)
    await form.tab('Port settings').click()
    await form.tlsPort.fill(await form.sipPort.inputValue())
    await form.tab('Advanced').click()
    await form.interval.fill('often')
    await form.tab('SIP settings').click()
    await form.save.click()
    await expect(form.tlsPort).toBeFocused()
    await expectError(form.tlsPort, /This port is already used above\./)
    await expect(form.tab('Advanced')).toHaveAccessibleName('Advanced has errors')
    await expect(form.tab('NAT traversal')).toHaveAccessibleName('NAT traversal')
    await form.tab('Advanced').click()
    await expectError(form.interval, /This is not a number\./)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(form.interval).toHaveValue('300')
    await expect(form.tab('Advanced')).toHaveAccessibleName('Advanced')
  })

  test('TURN switches ICE on and keeps it on, and STUN and TURN need their fields (SIPSET-05, SIPSET-28)', async ({
    page,
  }) => {
    const form = formOf(page)
    await form.tab('NAT traversal').click()
    await expect(form.ice).not.toBeChecked()
    await form.turn.check()
    await expect(form.ice).toBeChecked()
    await expect(form.ice).toBeDisabled()
    await expect(form.ice).toHaveAccessibleDescription(/TURN needs ICE/)
    await form.stun.check()
    await expectAccessible(page)
    await form.save.click()
    await expectError(form.stunServer, /Fill this in\./)
    await expectError(form.turnServer, /Fill this in\./)
    await expectError(form.turnUser, /Fill this in\./)
    await expectError(form.turnPassword, /Fill this in\./)
    await form.turn.uncheck()
    await expect(form.ice).toBeEnabled()
    await expect(form.ice).not.toBeChecked()
  })

  test('the codecs are checked in the colour of the console', async ({ page }) => {
    const { codec, tab } = formOf(page)
    await tab('Advanced').click()
    const colour = (of: Locator, property: string) =>
      of.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
    const own = await colour(page.getByRole('link', { name: 'SIP settings' }).first(), 'color')
    expect(await colour(codec('PCMU'), 'accent-color')).toBe(own)
  })

  test('the last codec can’t be left out (SIPSET-10, SIPSET-13)', async ({ page }) => {
    const form = formOf(page)
    await form.tab('Advanced').click()
    for (const name of ['G.722', 'PCMU', 'PCMA']) await form.codec(name).uncheck()
    await form.save.click()
    const list = page.getByRole('group', { name: 'Audio codecs' })
    await expect(list).toHaveAccessibleDescription('Choose at least one codec.')
    await expect(list).toBeFocused()
    await form.codec('PCMA').check()
    await expect(page.getByText('Choose at least one codec.')).toHaveCount(0)
  })

  test('the search opens the tab of the field', async ({ page }) => {
    const form = formOf(page)
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('payload')
    await page
      .getByRole('search')
      .getByRole('link', { name: /DTMF payload type/ })
      .click()
    await expect(form.payloadType).toBeFocused()
    await page.goto(at('/sip/settings?field=stunServer,stun'))
    await expect(form.stun).toBeFocused()
  })

  test('fits into a narrow window', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    const form = formOf(page)
    for (const name of ['SIP settings', 'Port settings', 'NAT traversal', 'Advanced']) {
      await form.tab(name).click()
      const { scroll, client } = await page.evaluate(() => ({
        scroll: document.documentElement.scrollWidth,
        client: document.documentElement.clientWidth,
      }))
      expect(scroll).toBe(client)
      await expect(form.tab(name)).toBeInViewport({ ratio: 1 })
    }
  })
})

test('saves all tabs together: the whole configuration, then the codecs, then reads both (SIPSET-32, SIPSET-35, SIPSET-37)', async ({
  page,
  rig,
}) => {
  await changeElsewhere(rig, {
    AllowedURIs: ['sip:gate@example.com'],
    StreamParameters: 'resolution=352x288&fps=30',
    STUNServers: [{ Server: 'stun.example.com' }, { Server: 'second.example.com' }],
  })
  // A change that arrives during the first edit would be a conflict.
  await page.reload()
  const form = formOf(page)
  await expect(form.enabled).toBeVisible()
  const made = recordOperations(page)
  await form.enabled.check()
  await form.twoWayVideo.check()
  await form.allowIncoming.check()
  await form.callingTimeout.fill('45')
  await expect(page.getByText('SIP is disabled.')).toHaveCount(0)
  await form.tab('Port settings').click()
  await form.rtpPort.fill('5004')
  await form.tab('NAT traversal').click()
  await form.stun.check()
  await expect(form.stunServer).toHaveValue('stun.example.com')
  await form.stunServer.fill('192.0.2.1:3479')
  await form.tab('Advanced').click()
  await form.viaRewrite.uncheck()
  await form.noTcpSwitch.check()
  await form.audioDirection.selectOption('Receive only')
  await form.payloadType.fill('101')
  await form.packetization.selectOption('Mode 1')
  await form.codec('G.722').uncheck()
  await form.save.click()
  await expect(form.saved).toBeVisible()
  await expect(form.save).toHaveCount(0)
  expect(await configurationOn(rig)).toMatchObject({
    SIPEnabled: true,
    AllowIncomingCalls: true,
    CallingTimeout: 45,
    RTPStartPort: 5004,
    STUNEnabled: true,
    STUNServers: [{ Server: '192.0.2.1:3479' }, { Server: 'second.example.com' }],
    AllowedURIs: ['sip:gate@example.com'],
    StreamParameters: 'resolution=352x288&fps=30',
  })
  const names = [
    'VideoRelayEnabled',
    'DisableViaRewrite',
    'DisableContactRewrite',
    'DisableTCPSwitch',
    'AudioDirection',
    'TelephoneEventPayloadType',
    'H264PacketizationMode',
  ]
  const stored = await Promise.all(names.map((name) => attributeOn(rig, name)))
  expect(stored).toEqual(['true', 'true', 'false', 'true', 'recvonly', '101', 'mode1'])
  expect(await codecsOn(rig)).toEqual(['PCMU', 'PCMA'])
  expect(made.filter((name) => name.startsWith('Set'))).toEqual([
    'SetSIPConfiguration',
    'SetAudioCodecs',
  ])
  expect(made.slice(made.indexOf('SetAudioCodecs'))).toEqual(
    expect.arrayContaining(['GetSIPConfiguration', 'GetAudioCodecs']),
  )
})

test('codecs move by keyboard, which is announced, and keep the user’s order (SIPSET-10, SIPSET-12)', async ({
  page,
  rig,
}) => {
  const form = formOf(page)
  await form.tab('Advanced').click()
  await expect(form.codecs).toHaveText([/^G\.722/, /^PCMU/, /^PCMA/])
  await tabTo(page, form.up('PCMA'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'PCMA' })).toHaveText(
    'PCMA (8 kHz): now 2 of 3.',
  )
  await expect(form.codecs).toHaveText([/^G\.722/, /^PCMA/, /^PCMU/])
  await expect(form.up('PCMA')).toBeFocused()
  await form.codec('G.722').uncheck()
  await expect(form.codecs).toHaveText([/^PCMA/, /^PCMU/, /^G\.722/])
  await expect(form.up('G.722')).toHaveCount(0)
  await form.save.click()
  await expect(form.saved).toBeVisible()
  expect(await codecsOn(rig)).toEqual(['PCMA', 'PCMU'])
  await expect(form.codecs).toHaveText([/^PCMA/, /^PCMU/, /^G\.722/])
})

test('TURN is stored with its password, which stays unless another is typed (SIPSET-26, SIPSET-27, SIPSET-28)', async ({
  page,
  rig,
}) => {
  const form = formOf(page)
  await form.tab('NAT traversal').click()
  await form.turn.check()
  await form.turnServer.fill('turn.example.com:3478')
  await form.turnUser.fill('gate')
  await form.turnPassword.fill('hold the line')
  await form.save.click()
  await expect(form.saved).toBeVisible()
  await expect(form.turnPassword).toHaveValue('')
  await expect(form.turnPassword).toHaveAccessibleDescription(/A password is stored\./)
  const turn = { Server: 'turn.example.com:3478', Username: 'gate', Password: null }
  expect(await configurationOn(rig)).toMatchObject({
    TURNEnabled: true,
    ICEEnabled: true,
    TURNServers: [turn],
  })
  await form.tab('SIP settings').click()
  await form.callingTimeout.fill('30')
  await form.save.click()
  await expect(form.save).toHaveCount(0)
  expect(await configurationOn(rig)).toMatchObject({ CallingTimeout: 30, TURNServers: [turn] })
})
