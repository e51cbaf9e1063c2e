import { setWorld } from '@lintel/contract/bench'
import { removeAudioSite } from '@lintel/contract/calls/audio'
import { listCertificates } from '@lintel/contract/calls/certificates'
import { PEERS } from '../device-pages/peers.ts'
import { expect, test } from '../fixture.ts'
import { needs } from '../rig/firmware.ts'
import { openOpenSsl } from '../rig/openssl.ts'
import { installClock } from '../rig/page-clock.ts'
import { skipSaveWait, certificatesIn, chooseFile } from './form.ts'

test.use({ product: 'C1410' })
needs(removeAudioSite)

test('an audio site has a tab for the CA that it trusts (TLS-03, TLS-20, TLS-21)', async ({
  page,
  open,
  rig,
}) => {
  const openssl = openOpenSsl()
  openssl.run(
    'req -x509 -nodes -days 9 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -keyout k.pem -out site.pem -subj /CN=Site',
  )
  await installClock(page)
  await open('/certificates')
  const frame = certificatesIn(page)
  await frame.getByRole('button', { name: 'Upload certificate' }).click()
  await frame.getByLabel('Type of file').selectOption('authority')
  const choose = frame.getByRole('button', { name: 'Choose file' })
  await chooseFile(page, choose, openssl.path('site.pem'))
  await frame.getByRole('button', { name: 'Upload certificate' }).click()
  await expect(frame.getByRole('heading', { name: 'site' })).toBeVisible()
  openssl.close()

  await open('/network-security')
  await page.getByRole('link', { name: 'Audio site' }).click()
  const authority = page.getByRole('combobox', { name: 'CA certificate' })
  await expect(authority).toHaveValue('')
  await authority.selectOption('site')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Applying settings…')).toBeVisible()
  await skipSaveWait(page, page.getByText('The security settings are saved.'))
  await expect(authority).toHaveValue('site')
  const { certificates } = await rig.root.call(listCertificates, {})
  expect(certificates.find(({ id }) => id === 'site')).toMatchObject({ usedBy: ['AUDIOSITE'] })
})

test('without an audio site the tab is hidden, and a follower of another site has it (TLS-03, FIX-13)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/audioSite/)
  await page.goto('about:blank')
  await rig.root.call(removeAudioSite, {})
  await open('/network-security')
  await expect(page.getByRole('radio')).toHaveCount(3)
  const tabs = page.getByRole('navigation', { name: 'Network security' }).getByRole('link')
  await expect(tabs).toHaveText(['HTTPS', 'IEEE 802.1X'])
  await open('/network-security/audio-site')
  await expect(page.getByText('This device is not part of an audio site.')).toBeVisible()
  // A follower belongs to its leader's site, although it reports no site itself.
  await rig.bench.call(setWorld, {
    peers: PEERS.map((peer, at) => ({ ...peer, leader: at === 0 })),
  })
  await page.reload()
  await expect(tabs).toHaveText(['HTTPS', 'IEEE 802.1X', 'Audio site'])
})
