import { OWN_CALLS } from '@lintel/contract/firmware'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { afterEach, expect, test, vi } from 'vitest'
import type { About } from '../app/about.ts'
import { setFirmware } from '../app/device.ts'
import { CHANGES_INTERVAL } from '../app/timing.ts'
import { Certificates } from './certificates.tsx'
import type { CertificateDetails } from './certificate.ts'
import { catalogues } from './catalogues.ts'

const GATE: CertificateDetails = {
  id: 'gate',
  kind: 'own',
  subject: 'CN=gate.local',
  issuer: 'CN=gate.local',
  selfSigned: true,
  names: [],
  key: 'EC P-256',
  keyKind: 'ec',
  validFrom: '2026-01-01T00:00:00Z',
  validTo: '2036-01-01T00:00:00Z',
  fingerprint: 'AB:CD',
  chain: 0,
  usedBy: [],
  sipAccounts: [],
  factory: false,
}

const ABOUT: About = {
  brand: { Brand: '', ProdFullName: '', ProdNbr: '', ProdShortName: '', ProdType: '' },
  user: 'root',
  role: 'admin',
  language: 'en',
  values: new Map(),
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  setFirmware(new Map())
  // Which certificate is on show is in the address.
  window.history.replaceState(null, '', window.location.pathname)
})

test('the lists get the focus when somebody else deletes the certificate on show', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
  let certificates = [GATE]
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ certificates })))
  setFirmware(new Map([[OWN_CALLS, '1.0']]))
  renderWithMessages(<Certificates about={ABOUT} />, 'en', catalogues)
  await user.click(await screen.findByRole('button', { name: 'Details of gate' }))
  const back = await screen.findByRole('button', { name: 'Back to the lists' })
  back.focus()
  certificates = []
  await act(() => vi.advanceTimersByTimeAsync(CHANGES_INTERVAL))
  expect(screen.queryByRole('button', { name: 'Back to the lists' })).toBeNull()
  const view = screen.getByRole('region', { name: 'CA certificates' }).closest('[tabindex]')
  expect(document.activeElement).toBe(view)
})

test('the certificate of the device itself has a name for people, others their own', async () => {
  const own = { ...GATE, id: 'device', subject: 'CN=axis-accc8e012345' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ certificates: [own, GATE] })))
  setFirmware(new Map([[OWN_CALLS, '1.0']]))
  renderWithMessages(<Certificates about={ABOUT} />, 'en', catalogues)
  await userEvent.click(
    await screen.findByRole('button', { name: 'Details of Device certificate' }),
  )
  expect(await screen.findByRole('heading', { name: 'Device certificate' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Back to the lists' }))
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows.filter((row) => row.includes('axis-accc8e012345'))).toEqual([
    expect.stringMatching(/^Device certificateaxis-accc8e012345/),
  ])
  expect(rows.some((row) => row.startsWith('gategate.local'))).toBe(true)
})
