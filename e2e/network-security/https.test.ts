import { advanceClock, setOldCiphers, setPersona, setPower } from '@lintel/contract/bench'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { getTrial, startWebServerTrial } from '@lintel/contract/calls/trial'
import { DEFAULT_CIPHERS, DEPRECATED_CIPHERS, LEGACY_CIPHERS } from '@lintel/contract/rules/ciphers'
import { at, expect, test } from '../fixture.ts'
import { notThroughGateway } from '../rig/gateway.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { needs } from '../rig/firmware.ts'
import { openOpenSsl } from '../rig/openssl.ts'
import { clearFaults, applyFault, FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { installClock, skipWait } from '../rig/page-clock.ts'
import { followTo, skipSaveWait, certificatesIn, chooseFile, formOf, security } from './form.ts'

const ROUTE = '/network-security'
const ECDSA = 'ECDHE-ECDSA-AES128-GCM-SHA256'
const RSA = 'ECDHE-RSA-AES256-GCM-SHA384'

test.use({ reuse: 'nothing', ignoreHTTPSErrors: true })
needs(startWebServerTrial)

test('uploads and selects a certificate made by openssl, and a TLS client sees it and its cipher (TLS-04, TLS-18, TLS-22)', async ({
  page,
  open,
  rig,
}) => {
  test.slow()
  const openssl = openOpenSsl()
  const request = 'req -x509 -nodes -days 30 -newkey rsa:2048 -keyout key.pem -out cert.pem'
  openssl.run(`${request} -subj /CN=front-gate -addext subjectAltName=IP:127.0.0.1`)
  openssl.write('both.pem', openssl.read('cert.pem') + openssl.read('key.pem'))
  const { https } = rig.addresses
  expect(openssl.handshake(https)).toMatchObject({ cipher: expect.stringContaining('ECDSA') })

  await installClock(page)
  await open('/certificates')
  const frame = certificatesIn(page)
  await frame.getByRole('button', { name: 'Upload certificate' }).click()
  const choose = frame.getByRole('button', { name: 'Choose file' })
  await chooseFile(page, choose, openssl.path('both.pem'))
  await frame.getByRole('textbox', { name: 'Name' }).fill('gate')
  await frame.getByRole('button', { name: 'Upload certificate' }).click()
  await expect(frame.getByRole('heading', { name: 'gate' })).toBeVisible()

  await open(`${ROUTE}?certificate=gate`)
  const form = formOf(page)
  await expect(form.certificate.locator('option:checked')).toHaveText('gate (RSA 2048)')
  for (const name of DEFAULT_CIPHERS.filter((one) => one !== RSA)) await form.cipher(name).uncheck()
  await expectAccessible(page)
  const trial = page.waitForResponse(
    async (one) =>
      one.url().includes('/lintel/trial/state') && (await one.text()).includes('running'),
  )
  await form.save.click()
  await expect(page.getByText('Applying settings…')).toBeVisible()
  // Administrators are not warned about their own trial.
  await trial
  await expect(form.save).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText('but not confirmed them yet')).toHaveCount(0)
  await expect(page.getByText('The security settings are saved.')).toHaveCount(0)
  await skipSaveWait(page, page.getByText('The security settings are saved.'))
  await expect(page).toHaveURL(/#\/network-security$/)
  expect(openssl.handshake(https)).toEqual({
    subject: expect.stringContaining('front-gate'),
    cipher: RSA,
  })
  openssl.close()
  await rig.bench.call(advanceClock, { milliseconds: 300_000 })
  expect(await security(rig.root)).toEqual({ certificate: 'gate', policy: 'both', ciphers: [RSA] })
})

test('with HTTPS only the page continues over https, and with HTTP only over http (TLS-05, TLS-06, OPEN-41)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  test.slow()
  // While the settings change, requests of the page are redirected to the other protocol.
  expectFailures(...FAULT_ERRORS)
  await installClock(page)
  await open(ROUTE)
  const form = formOf(page)
  await form.policy('Https').check()
  const redirectNotice = page.getByRole('alert').filter({ hasText: 'opens again over HTTPS' })
  await expect(redirectNotice).toContainText('within two minutes')
  await form.save.click()
  const { http, https } = rig.addresses
  await followTo(page, https + at(ROUTE))
  await expect(form.policy('Https')).toBeChecked()
  await expect(page.getByText('The change is confirmed.')).toBeVisible()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button').click()
  await rig.bench.call(advanceClock, { milliseconds: 300_000 })
  const plain = await fetch(`${http}/webapp/hw/`, { redirect: 'manual' })
  expect(plain.headers.get('location')).toBe(`${https}/webapp/hw/`)

  // Over https the page opens again after every save, so that the browser can show a new
  // certificate.
  await form.cipher(RSA).uncheck()
  await form.save.click()
  await skipSaveWait(page, page.getByText('The change is confirmed.'))
  await expect(page).toHaveURL(https + at(ROUTE))
  await expect(form.cipher(RSA)).not.toBeChecked()

  await form.policy('Http').check()
  await form.certificate.selectOption('')
  await form.save.click()
  await followTo(page, http + at(ROUTE))
  await expect(form.policy('Http')).toBeChecked()
  await rig.bench.call(advanceClock, { milliseconds: 300_000 })
  expect(await security(rig.root)).toMatchObject({ certificate: '', policy: 'http' })
})

test('reverts settings that make the console unreachable, and the next page reports it (OPEN-41)', async ({
  page,
  open,
  rig,
  context,
  expectFailures,
}) => {
  notThroughGateway('the gateway stays at http')
  expectFailures(...FAULT_ERRORS, /ERR_/)
  const { http, https } = rig.addresses
  // Simulates a browser that rejects the certificate.
  let left = false
  await context.route(`${https}/**`, (route) => {
    left = true
    return route.abort()
  })
  await installClock(page)
  await open(ROUTE)
  await formOf(page).policy('Https').check()
  await formOf(page).save.click()
  await expect
    .poll(async () => {
      await page.clock.fastForward(8_000)
      return left
    })
    .toBe(true)
  // The browser's error page would abort the next navigation if it loaded later.
  await expect.poll(() => page.url()).toMatch(/^chrome-error:/)
  await rig.bench.call(advanceClock, { milliseconds: 120_000 })
  // Until then the device redirects to https.
  const policy = async () => (await security(rig.root).catch(() => undefined))?.policy
  await expect.poll(policy).toBe('both')
  await page.goto(http + at(ROUTE))
  await expect(
    page.getByRole('alert').filter({ hasText: 'restored its earlier security settings' }),
  ).toContainText('Nobody opened the console')
  await expect(formOf(page).policy('HttpAndHttps')).toBeChecked()
})

test('doesn’t redirect to https when the device has reverted the change meanwhile (EXPECT-17)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  test.slow()
  notThroughGateway('the gateway stays at http')
  expectFailures(...FAULT_ERRORS)
  await installClock(page)
  await open(ROUTE)
  const form = formOf(page)
  await form.policy('Https').check()
  await Promise.all([page.waitForResponse('**/lintel/trial/web-server'), form.save.click()])
  await rig.bench.call(setPower, { action: 'off' })
  await skipSaveWait(page, page.getByRole('alert').filter({ hasText: 'may not have been saved' }))
  await expect(page).toHaveURL(rig.addresses.http + at(ROUTE))
  await rig.bench.call(setPower, { action: 'on' })
  // Skips the pause before the page checks again whether the device is back.
  await skipWait(page, 5_000)
  const goneBack = 'restored its earlier security settings'
  await expect(page.getByRole('alert').filter({ hasText: goneBack })).toBeVisible()
  await expect(form.policy('Https')).toBeChecked()
  expect((await security(rig.root)).policy).toBe('both')
})

test('a change that a power cut interrupts, that is lost or can’t be stored is reported, stays typed, and is saved when retried (EXPECT-12, EXPECT-17)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  test.slow()
  expectFailures(...FAULT_ERRORS)
  const before = await security(rig.root)
  await installClock(page)
  await open(ROUTE)
  const form = formOf(page)
  await form.cipher(RSA).uncheck()
  await Promise.all([page.waitForResponse('**/lintel/trial/web-server'), form.save.click()])
  await rig.bench.call(setPower, { action: 'off' })
  await skipSaveWait(page, page.getByRole('alert').filter({ hasText: 'may not have been saved' }))
  await expect(form.cipher(RSA)).not.toBeChecked()
  await rig.bench.call(setPower, { action: 'on' })
  expect(await security(rig.root)).toEqual(before)
  const banner = page.getByText("The device doesn't answer.", { exact: true })
  await expect(async () => {
    await page.clock.fastForward(15_000)
    await expect(banner).toBeHidden({ timeout: 2_000 })
  }).toPass()
  await expect(
    page.getByRole('alert').filter({ hasText: 'restored its earlier security settings' }),
  ).toContainText('It restarted')
  await expect(form.cipher(RSA)).not.toBeChecked()

  for (const fault of ['drop', 'diskFull'] as const) {
    await applyFault(rig, ['trial.webServer'], { fault })
    await form.save.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Not saved.' })).toBeVisible()
    await expect(form.cipher(RSA)).not.toBeChecked()
    await clearFaults(rig)
    expect(await security(rig.root)).toEqual(before)
  }
  // Without its response, the page can't confirm the trial.
  await applyFault(rig, ['trial.webServer'], { fault: 'cut' })
  await form.save.click()
  await expect(page.getByText('anna has changed these settings')).toBeVisible()
  await clearFaults(rig)
  await form.save.click()
  await skipSaveWait(page, page.getByText('The security settings are saved.'))
  await rig.bench.call(advanceClock, { milliseconds: 300_000 })
  expect((await security(rig.root)).ciphers).not.toContain(RSA)
})

test('flags weak ciphers that the device reports, and refuses to save while one is active (TLS-15, TLS-16, FIX-21)', async ({
  page,
  open,
  rig,
}) => {
  await rig.bench.call(setOldCiphers, { left: true })
  await installClock(page)
  await open(ROUTE)
  const form = formOf(page)
  const notice = page.getByRole('alert').filter({ hasText: 'no longer secure is active' })
  await expect(notice).toBeVisible()
  await expect(page.getByText('This cipher is no longer secure.')).toHaveCount(
    DEPRECATED_CIPHERS.length,
  )
  await form.cipher(RSA).uncheck()
  await expect(form.save).toBeDisabled()
  for (const name of DEPRECATED_CIPHERS) await form.cipher(name).uncheck()
  await expect(notice).toHaveCount(0)
  await form.save.click()
  await skipSaveWait(page, page.getByText('The security settings are saved.'))
  for (const name of DEPRECATED_CIPHERS) await expect(form.cipher(name)).toHaveCount(0)
  const accepted = LEGACY_CIPHERS.filter((name) => !DEPRECATED_CIPHERS.includes(name))
  const { ciphers } = await security(rig.root)
  expect(ciphers).toEqual(expect.arrayContaining(accepted))
  expect(ciphers.some((name) => DEPRECATED_CIPHERS.includes(name))).toBe(false)
})

test('warns a second administrator of a stored change and of one on trial', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/web-server answered 409/, /status of 409/)
  await installClock(page)
  await open(ROUTE)
  const form = formOf(page)
  await form.cipher(RSA).uncheck()
  await rig.root.call(updateParameters, { 'root.HTTPS.Ciphers': `${ECDSA}:${RSA}` })
  await form.save.click()
  const notice = page.getByRole('alert').filter({ hasText: 'Somebody else has changed' })
  await expect(notice).toBeVisible()
  await expect(form.cipher('ECDHE-ECDSA-CHACHA20-POLY1305')).not.toBeChecked()
  expect((await security(rig.root)).ciphers).toEqual([ECDSA, RSA])
  const tried = await rig.root.call(startWebServerTrial, {
    certificate: 'device',
    policy: 'HttpAndHttps',
    ciphers: [ECDSA],
  })
  expect(tried.stored).toBe(false)
  await expect(page.getByText('root has changed these settings')).toBeVisible()
  await form.save.click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Another change is on trial' }),
  ).toBeVisible()
  await rig.bench.call(advanceClock, { milliseconds: 120_000 })
  await expect(page.getByText('root has changed these settings')).toHaveCount(0)
  await expect(
    page.getByRole('alert').filter({ hasText: 'restored its earlier security settings' }),
  ).toBeVisible()
  await form.save.click()
  await skipSaveWait(page, page.getByText('The security settings are saved.'))
  expect((await security(rig.root)).ciphers).toEqual([ECDSA])
  expect(await rig.root.call(getTrial, {})).not.toMatchObject({ state: 'running' })
})

test('sends a device without trials everything in one call, with one policy for all roles (TLS-06, TLS-18)', async ({
  page,
  open,
  rig,
}) => {
  await rig.bench.call(setPersona, { persona: '12.11' })
  await installClock(page)
  await open(ROUTE)
  const form = formOf(page)
  await form.certificate.selectOption('device')
  await form.cipher(RSA).uncheck()
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.postData()?.includes('SetWebServerTls') ?? false),
    form.save.click(),
  ])
  for (const role of ['Admin', 'Operator', 'Viewer']) {
    expect(sent.postData()).toContain(`${role}>HttpAndHttps</`)
  }
  await skipSaveWait(page, page.getByText('The security settings are saved.'))
  await rig.bench.call(setPersona, { persona: 'own' })
  expect((await security(rig.root)).ciphers).not.toContain(RSA)
})

test.describe('without saving', () => {
  test.use({ reuse: 'device' })

  test('the IEEE 802.1X tab frames the device’s page, which explains what the device does (TLS-01, TLS-02)', async ({
    page,
    open,
  }) => {
    await open(ROUTE)
    const tabs = page.getByRole('navigation', { name: 'Network security' }).getByRole('link')
    await expect(tabs).toHaveText(['HTTPS', 'IEEE 802.1X'])
    await tabs.last().click()
    await expect(page.locator('main iframe')).toHaveAttribute('src', /^\/admin\/8021x\.shtml/)
    await expect(
      page
        .frameLocator('main iframe')
        .getByText(
          'This device stores these settings, but does not authenticate its network port.',
        ),
    ).toBeVisible()
  })

  test('reports errors on saving, with the device’s message (TLS-10, TLS-19, OPEN-39)', async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    expectFailures(/web-server answered 400/, /status of 400/)
    const before = await security(rig.root)
    await open(ROUTE)
    const form = formOf(page)
    for (const name of DEFAULT_CIPHERS) await form.cipher(name).uncheck()
    await form.certificate.selectOption('')
    const none = form.ciphers.getByText('At least one cipher has to be active.')
    await expect(none).toHaveCount(0)
    await form.save.click()
    await expect(none).toBeVisible()
    await expect(page.getByText('HTTPS needs a certificate. Choose one.')).toBeVisible()
    await form.certificate.selectOption('device')
    await form.cipher(RSA).check()
    await expect(none).toHaveCount(0)
    await expect(
      page.getByRole('alert').filter({ hasText: 'No active cipher works with the chosen' }),
    ).toBeVisible()
    await form.save.click()
    await expect(form.ciphers.getByText('No active cipher suite works with the')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'Not saved.' })).toBeVisible()
    await expect(form.cipher(ECDSA)).not.toBeChecked()
    expect(await security(rig.root)).toEqual(before)
  })
})
