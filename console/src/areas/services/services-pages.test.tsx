/** The pages of applications: what they show and offer, and what they then ask of the device. */
import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { APPLICATION_SETTLES, KIT_LIMIT } from '../../app/timing.ts'
import { history } from '../../app/routing/history.ts'
import { paths } from '../../app/routing/paths.ts'
import { EditApplicationPage } from './edit-page.tsx'
import { InstallPage } from './install-page.tsx'
import { LicencePage } from './licence-page.tsx'
import { installing } from './queries.ts'
import { RemoteServicePage } from './remote-service-page.tsx'
import { ServicesPage } from './services-page.tsx'
import {
  fakeApplications,
  later,
  leave,
  named,
  page,
  press,
  show,
} from './testing/render-services.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  installing.set(false)
  await leave()
})

const rows = () => Array.from(document.querySelectorAll('tbody tr'), (row) => row.textContent)
const edit = () => show(<EditApplicationPage />, { name: 'bell' })

test('each application has its name, vendor, version, licence and state (APPS-01, APPS-03, APPS-05)', async () => {
  fakeApplications({}, { name: 'gong', niceName: 'Gong', running: true, licence: 'Valid' })
  await show(<ServicesPage />)
  expect(rows()).toEqual([
    expect.stringMatching(/^Bell StoppedExample Ltd2\.1\.0Not needed/),
    expect.stringMatching(/^Gong RunningExample Ltd2\.1\.0Valid/),
  ])
  expect(named('Install application').getAttribute('href')).toBe('#/services/install')
  expect(named('Remote service').getAttribute('href')).toBe('#/services/avhs')
  expect(named('Edit Bell').getAttribute('href')).toBe('#/services/edit/bell')
})

test('without applications the list says so (EXPECT-10)', async () => {
  fakeApplications()
  await show(<ServicesPage />)
  expect(page()).toContain('No application is installed.')
})

test('a device that runs none says so', async () => {
  fakeApplications().allowed = false
  await show(<ServicesPage />)
  expect(page()).toContain('with the option --allow-apps')
})

test('an application is started and stopped from the list (APPS-04, APPS-05)', async () => {
  const fake = fakeApplications({})
  await show(<ServicesPage />)
  await press('Start Bell')
  expect(page()).toContain('Bell is running.')
  await press('Stop Bell')
  expect(fake.sent).toEqual(['control start bell', 'control stop bell'])
})

test('nothing else can be done while something is being installed (APPS-09)', async () => {
  fakeApplications({})
  installing.set(true)
  await show(<ServicesPage />)
  expect(named('Start Bell').hasAttribute('disabled')).toBe(true)
  await leave()
  vi.useFakeTimers()
  fakeApplications({})
  await edit()
  expect(
    ['Start', 'Delete application'].map((name) => named(name).hasAttribute('disabled')),
  ).toEqual([true, true])
})

test.each([
  ['Error: 8', 'Something went wrong. The system log has details. (code 8)'],
  ['Error: 10\nA reason.', 'Something went wrong. The system log has details.'],
  ['Error: 24', 'The application is not correctly installed.'],
  ['Error: moon', 'Something went wrong. The system log has details.'],
])('a refusal by %j has its text (APPS-20, APPS-24, OPEN-103)', async (answer, text) => {
  fakeApplications({}).answers = [answer]
  await show(<ServicesPage />)
  await press('Start Bell')
  expect(page()).toContain(`Bell was not started. ${text}`)
})

test('the page of an application leads to its page, its maker and its log (APPS-02, APPS-15)', async () => {
  fakeApplications({})
  await edit()
  expect(named('Open its page').getAttribute('href')).toBe('/local/bell/index.html')
  expect(named('Example Ltd').getAttribute('href')).toBe('https://example.com/bell')
  expect(named('System log').getAttribute('href')).toBe(
    '/axis-cgi/admin/systemlog.cgi?appname=bell',
  )
})

test('an address of the maker that is no web address is no link', async () => {
  fakeApplications({ vendorHomepage: 'javascript:alert(1)' })
  await edit()
  expect(document.querySelector('a[href^="javascript"]')).toBeNull()
})

test.each([
  ['Missing', 'Activate licence'],
  ['Invalid', 'Change licence'],
] as const)(
  'a licence that is %s leads to a new one (APPS-06, APPS-07)',
  async (licence, label) => {
    fakeApplications({ licence })
    await edit()
    expect(named(label).getAttribute('href')).toBe('#/services/license/bell')
  },
)

test('a valid licence is deactivated after a question (APPS-08)', async () => {
  const fake = fakeApplications({ licence: 'Valid', licenceEnds: '2027-01-31' })
  await edit()
  expect(page()).toContain('until 2027-01-31')
  await press('Deactivate licence')
  expect(page()).toContain('Bell can no longer be used on this device')
  await press('Cancel')
  expect(fake.sent).toEqual([])
  await press('Deactivate licence')
  await press('Deactivate licence')
  expect(fake.sent).toEqual(['license removelicensekey bell'])
  expect(page()).toContain('Missing')
})

test('a deletion waits 5 s and returns to the list (APPS-10)', async () => {
  const fake = fakeApplications({})
  history.navigate(paths.editApplication({ name: 'bell' }), { force: true })
  await edit()
  await press('Delete application')
  await press('Delete application')
  expect(fake.sent).toEqual(['control remove bell'])
  expect(page()).toContain('Deleting Bell…')
  await later(APPLICATION_SETTLES - 100)
  expect(history.path.get()).toBe('/services/edit/bell')
  await later(200)
  expect(history.path.get()).toBe('/services')
})

test('of a change whose answer got lost the list says whether it was made', async () => {
  const fake = fakeApplications({ licence: 'Valid' })
  fake.loses = true
  await edit()
  await press('Start')
  expect(page()).toContain('Bell is running.')
  await press('Deactivate licence')
  await press('Deactivate licence')
  expect(page()).toContain('The licence of Bell is no longer active.')
  await press('Delete application')
  await press('Delete application')
  expect(page()).toContain('Deleting Bell…')
  expect(page()).not.toContain('not deleted')
})

test.each([
  ['Start', 'Bell was not started.'],
  ['Deactivate licence', 'was not deactivated.'],
  ['Delete application', 'Bell was not deleted.'],
])('a lost %s that was not made is reported', async (name, told) => {
  const fake = fakeApplications({ licence: 'Valid' })
  fake.loses = true
  fake.answers = ['Error: 10']
  await edit()
  await press(name)
  if (name !== 'Start') await press(name)
  expect(page()).toContain(told)
})

test('a deletion that was refused says why, and the page stays', async () => {
  fakeApplications({}).answers = ['Error: 10']
  await edit()
  await press('Delete application')
  await press('Delete application')
  expect(page()).toContain('Bell was not deleted.')
  expect(named('Delete application').hasAttribute('disabled')).toBe(false)
})

test('a package has to be chosen, and be small enough (APPS-14, APPS-18, APPS-32)', async () => {
  const fake = fakeApplications()
  await show(<InstallPage />)
  await press('Install')
  expect(page()).toContain('Select a file.')
  const file = new File([new Uint8Array(1001)], 'large.eap')
  const input = document.querySelector('input[type="file"]')
  if (input) fireEvent.change(input, { target: { files: [file] } })
  await later()
  await press('Install')
  expect(page()).toContain('The package is too large')
  expect(fake.sent).toEqual([])
})

test('without the address of a kit, automatic stays off and the notice says why (APPS-12, APPS-13)', async () => {
  fakeApplications({ licence: 'Missing' })
  await show(<LicencePage />, { name: 'bell' })
  const automatic = document.querySelector<HTMLInputElement>('input[value="code"]')
  expect(automatic?.disabled).toBe(true)
  expect(page()).not.toContain('Offline')
  await press('Load online service')
  expect(page()).toContain('There is no internet connection to the licence service.')
  expect([automatic?.disabled, document.querySelector('iframe')]).toEqual([true, null])
  await press('Activate licence')
  expect(page()).toContain('Select a file.')
})

test('a kit that is asked for early loads once the device has told its address (APPS-12, OPEN-104)', async () => {
  const fake = fakeApplications({ licence: 'Missing' })
  let tell = () => {}
  fake.licenceKit = 'https://vendor.example/kit.js'
  fake.ready = new Promise((resolve) => (tell = resolve))
  await show(<LicencePage />, { name: 'bell' })
  await press('Load online service')
  expect(page()).not.toContain('There is no internet connection')
  expect(document.querySelector('iframe')).toBeNull()
  tell()
  await later()
  expect(document.querySelector('iframe')?.getAttribute('src')).toBe('/lintel/licence-kit')
  await later(KIT_LIMIT)
  expect(page()).toContain('There is no internet connection')
})

test('nobody but the frame of the kit says that it is loaded', async () => {
  fakeApplications({ licence: 'Missing' })
  await show(<LicencePage />, { name: 'bell' })
  const data = { licenceKit: 'ready' }
  window.dispatchEvent(new MessageEvent('message', { data, source: window }))
  await later()
  expect(document.querySelector<HTMLInputElement>('input[value="code"]')?.disabled).toBe(true)
})

test('the form of the remote service shows the proxy while it is allowed (AVHS-01, AVHS-04)', async () => {
  fakeApplications()
  await show(<RemoteServicePage />)
  const allow = document.querySelector<HTMLInputElement>('input[name="allowAvhs"]')
  expect([allow?.checked, document.querySelector('input[name="host"]')]).toEqual([false, null])
  if (allow) fireEvent.click(allow)
  await later()
  const values = (name: string) =>
    Array.from(
      document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`),
      ({ value }) => value,
    )
  expect(values('connect')).toEqual(['oneclick', 'yes'])
  expect(values('auth')).toEqual(['basic', 'digest', 'auto'])
})

test.each([
  [{ data: { oak: 'ABCD-EFGH-JKLM' } }, 'ABCD-EFGH-JKLM'],
  [{ error: { code: 1100, message: 'no' } }, "The device can't get the key from behind a firewall"],
  [{ error: { code: 'O3C_OAK_ERROR_GENERAL', message: 'no' } }, 'The key could not be retrieved.'],
])('the owner authentication key is shown on request: %j (AVHS-06, AVHS-07)', async (oak, told) => {
  fakeApplications().oak = { apiVersion: '1.0', method: 'getOAK', ...oak }
  await show(<RemoteServicePage />)
  expect(page()).not.toContain(told)
  await press('Get key')
  expect(page()).toContain(told)
})
