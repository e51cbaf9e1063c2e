/**
 * What other ends do to the whole device: registrars that disappear, refuse or can't be trusted,
 * phones that ring for ever, and restarts in between. The account list and the call log have to tell
 * the truth about each.
 */
import { advanceClock, setPower } from '@lintel/contract/bench'
import { getCallLog } from '@lintel/contract/calls/call-log'
import { getSipAccountStatuses } from '@lintel/contract/calls/sip-accounts'
import { startCall } from '@lintel/contract/calls/sip-calls'
import { restart } from '@lintel/contract/calls/system'
import { openSipPeer } from '../../device/src/engines/sip/testing/peer.ts'
import type { SipPeer } from '../../device/src/engines/sip/testing/peer.ts'
import { expect, test } from '../fixture.ts'
import { FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { saveButton } from '../pages/parts.ts'
import { PASSWORD, ROOT } from '../rig/accounts.ts'
import { digestFetch } from '../rig/digest.ts'
import { needs } from '../rig/firmware.ts'
import { openOpenSsl } from '../rig/openssl.ts'
import type { Rig } from '../rig/rig.ts'
import { addAccount, formOf, rowOf, switchSip } from './form.ts'

const USERS = { desk: 'secret' }
let peers: SipPeer[] = []

async function openPeer(options: Parameters<typeof openSipPeer>[0] = {}): Promise<SipPeer> {
  const peer = await openSipPeer({ users: USERS, ...options })
  peers.push(peer)
  return peer
}

test.beforeEach(async ({ page: _page, rig }) => {
  await switchSip(rig, true)
})
test.afterEach(async () => {
  for (const peer of peers) await peer.close()
  peers = []
})

/** An account that registers at the peer. */
const addDesk = (rig: Rig, { address }: SipPeer, more: object = {}) =>
  addAccount(rig, 'Desk', {
    UserId: 'desk',
    Password: 'secret',
    PublicDomain: '',
    Registrar: address,
    ...more,
  })

const advance = (rig: Rig, seconds: number) =>
  rig.bench.call(advanceClock, { milliseconds: seconds * 1000 })

/** The status code of the account at the peer. */
const statusOf = async (rig: Rig) =>
  (await rig.root.call(getSipAccountStatuses, {})).SIPAccountStatus.at(-1)?.Status

const contactsOf = (peer: SipPeer) => peer.registrar.contacts.get('desk')?.size ?? 0

const lastLogged = async (rig: Rig) =>
  (await rig.root.call(getCallLog, { sort: 'started', descending: true, limit: 1 })).items[0]

test('a registrar that disappears is reported, and registered at again when it is back', async ({
  page,
  open,
  rig,
}) => {
  const peer = await openPeer()
  await open('/sip/accounts')
  await addDesk(rig, peer)
  const desk = rowOf(page, 'Desk')
  await expect(desk).toContainText('Registered')
  peer.socket.loses = () => true
  const before = peer.registrar.requests.length
  // Until it is time to refresh, and the request has timed out.
  await advance(rig, 290)
  await expect(async () => {
    await advance(rig, 33)
    await expect(desk).toContainText('(408', { timeout: 500 })
  }).toPass()
  await expect(desk.locator('svg[data-group]')).toHaveAttribute('data-group', 'refused')
  expect(peer.registrar.requests).toHaveLength(before)
  peer.socket.loses = () => false
  await expect(async () => {
    await advance(rig, 300)
    await expect(desk).toContainText('Registered', { timeout: 500 })
  }).toPass()
  expect(contactsOf(peer)).toBe(1)
})

test('a wrong password is reported, and the right one registers; switching SIP off leaves the registrar', async ({
  page,
  open,
  rig,
}) => {
  const peer = await openPeer()
  const id = await addDesk(rig, peer, { Password: 'wrong' })
  await expect.poll(() => statusOf(rig)).toBe(401)
  expect(contactsOf(peer)).toBe(0)
  // It doesn't try again and again, which would lock the account.
  const asked = peer.registrar.requests.length
  await advance(rig, 30)
  expect(peer.registrar.requests).toHaveLength(asked)
  await open(`/sip/accounts/${id}/edit`)
  await formOf(page).password.fill('secret')
  await saveButton(page).click()
  await expect(rowOf(page, 'Desk')).toContainText('Registered')
  expect(contactsOf(peer)).toBe(1)
  await switchSip(rig, false)
  await expect(rowOf(page, 'Desk')).toContainText('Off: SIP is disabled')
  await expect.poll(() => contactsOf(peer)).toBe(0)
})

test.describe('calls', () => {
  needs(getCallLog)

  test('a phone that rings for ever is given up after the time set, and logged as that', async ({
    page,
    open,
    rig,
  }) => {
    const peer = await openPeer()
    peer.phone.manner = 'ring'
    await open('/sip/calls')
    await rig.root.call(startCall, { To: `sip:phone@${peer.address}` })
    const row = page.getByRole('row', { name: /sip:phone@/ })
    await expect(row).toContainText('In progress')
    await expect.poll(() => peer.phone.calls.length).toBe(1)
    await advance(rig, 58)
    await expect(row).toContainText('In progress')
    await advance(rig, 3)
    await expect(row).toContainText('No answer in time')
    await expect.poll(() => peer.phone.calls[0]?.status).toBe(487)
    expect(await lastLogged(rig)).toMatchObject({ outcome: 'unanswered', code: 408, seconds: 0 })
  })

  test('a restart in a call hangs up, leaves the registrar and comes back to it', async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    expectFailures(...FAULT_ERRORS)
    const peer = await openPeer()
    peer.phone.manner = 'answer'
    const SIPAccountId = await addDesk(rig, peer)
    await expect.poll(() => statusOf(rig)).toBe(200)
    await open('/sip/calls')
    await rig.root.call(startCall, { To: `sip:phone@${peer.address}`, SIPAccountId })
    await expect.poll(() => peer.phone.calls[0]?.acknowledged).toBe(true)
    const registrations = () =>
      peer.registrar.requests.map(({ headers }) =>
        headers.some(([name, value]) => name === 'Expires' && value === '0') ? 'leave' : 'stay',
      )
    await rig.root.call(restart, {})
    await expect.poll(() => peer.phone.calls[0]?.ended).toBe(true)
    await expect.poll(() => registrations().includes('leave')).toBe(true)
    await expect.poll(() => registrations().at(-1), { timeout: 20_000 }).toBe('stay')
    await expect.poll(() => contactsOf(peer)).toBe(1)
    const row = page.getByRole('row', { name: /sip:phone@/ })
    await expect(row).toContainText('Cut off by a restart', { timeout: 20_000 })
    expect(await lastLogged(rig)).toMatchObject({ outcome: 'restart' })
  })

  test('a power cut in a call is logged as what it was, and the account registers again', async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    expectFailures(...FAULT_ERRORS)
    const peer = await openPeer()
    peer.phone.manner = 'answer'
    const SIPAccountId = await addDesk(rig, peer)
    await expect.poll(() => statusOf(rig)).toBe(200)
    await rig.root.call(startCall, { To: `sip:phone@${peer.address}`, SIPAccountId })
    await expect.poll(() => peer.phone.calls[0]?.acknowledged).toBe(true)
    await rig.bench.call(setPower, { action: 'cycle' })
    await expect.poll(() => statusOf(rig)).toBe(200)
    await open('/sip/calls')
    await expect(page.getByRole('row', { name: /sip:phone@/ })).toContainText(
      'Cut off by a restart',
    )
    expect(peer.phone.calls[0]?.ended).toBe(false)
    await open('/sip/accounts')
    await expect(rowOf(page, 'Desk')).toContainText('Registered')
  })
})

test('a registrar whose certificate has expired is not used, and the list says why', async ({
  page,
  open,
  rig,
}) => {
  const openssl = openOpenSsl()
  openssl.write('ext', 'subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:TRUE\n')
  openssl.run('req -newkey rsa:2048 -nodes -keyout key -out request -subj /CN=127.0.0.1')
  const make = (days: number) =>
    openssl.run(`x509 -req -in request -signkey key -days ${days} -extfile ext -out cert${days}`)
  make(-1)
  make(30)
  const key = openssl.read('key')
  const [expired, valid] = [openssl.read('cert-1'), openssl.read('cert30')]
  openssl.close()
  await trust(rig, 'expired', expired)
  await trust(rig, 'valid', valid)
  const peer = await openPeer({ protocol: 'tls', tls: { key, cert: expired } })
  const account = {
    Transport: 'tls',
    Certificate: 'device',
    VerifyServerCertificate: true,
  } as const
  await addDesk(rig, peer, account)
  await open('/sip/accounts')
  const desk = rowOf(page, 'Desk')
  await expect(desk).toContainText('certificate has expired')
  await expect(desk.locator('svg[data-group]')).toHaveAttribute('data-group', 'failed')
  expect(peer.registrar.requests).toEqual([])
  const renewed = await openPeer({ protocol: 'tls', tls: { key, cert: valid } })
  await addAccount(rig, 'Lobby', {
    UserId: 'desk',
    Password: 'secret',
    PublicDomain: '',
    Registrar: renewed.address,
    ...account,
  })
  await expect(rowOf(page, 'Lobby')).toContainText('Registered')
})

/** Installs a certificate of an authority, as an ONVIF client does. */
async function trust(rig: Rig, name: string, pem: string): Promise<void> {
  const data = pem.replaceAll(/-----[A-Z ]+-----|\s/g, '')
  const schema = 'xmlns="http://www.onvif.org/ver10/schema"'
  const answer = await digestFetch(ROOT, PASSWORD)(`${rig.addresses.http}/vapix/services`, {
    method: 'POST',
    headers: { 'content-type': 'application/soap+xml; charset=utf-8' },
    body: `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body>
      <d:LoadCACertificates xmlns:d="http://www.onvif.org/ver10/device/wsdl"><d:CACertificate>
        <CertificateID ${schema}>${name}</CertificateID>
        <Certificate ${schema}><Data>${data}</Data></Certificate>
      </d:CACertificate></d:LoadCACertificates></e:Body></e:Envelope>`,
  })
  expect([answer.status, await answer.text()]).toEqual([200, expect.not.stringContaining('Fault')])
}
