/** The pages of ONVIF users against a device that refuses, or that somebody else changes. */
import { element } from '@lintel/contract/xml/element'
import { writeXml } from '@lintel/contract/xml/write'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { ToastRegion } from '@lintel/ui/toast-region'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import validation from '@lintel/contract/messages/validation/en.json'
import onvif from '../../../messages/onvif/en.json'
import shell from '../../../messages/shell/en.json'
import users from '../../../messages/users/en.json'
import { queryClient } from '../../app/query-client.ts'
import { ParamsContext } from '../../app/routing/history.ts'
import { EditOnvifUserPage } from './edit-user-page.tsx'
import { NewOnvifUserPage } from './new-user-page.tsx'
import { onvifUsersQuery } from './queries.ts'

const SOAP = 'http://www.w3.org/2003/05/soap-envelope'
const TDS = 'http://www.onvif.org/ver10/device/wsdl'
const TT = 'http://www.onvif.org/ver10/schema'

/** Stands for the device in `fetch`. */
function fakeDevice() {
  const fake = {
    levels: new Map([['nvr', 'Operator']]),
    /** The subcode with which writes are refused. */
    refusal: '',
    /** The bodies of writes. */
    written: [] as string[],
    /** The versions over which they were made. */
    versions: [] as (string | null)[],
  }

  const envelope = (content: ReturnType<typeof element>, status = 200) =>
    new Response(
      writeXml(element(SOAP, 'Envelope', [element(SOAP, 'Body', [content])]), { s: SOAP }),
      { status, headers: { etag: `"${JSON.stringify([...fake.levels])}"` } },
    )
  const list = () => {
    const found = Array.from(fake.levels, ([name, level]) =>
      element(TDS, 'User', [element(TT, 'Username', name), element(TT, 'UserLevel', level)]),
    )
    return envelope(element(TDS, 'GetUsersResponse', found))
  }
  const refused = () => {
    const code = element(SOAP, 'Code', [
      element(SOAP, 'Value', 's:Sender'),
      element(SOAP, 'Subcode', [element(SOAP, 'Value', `ter:${fake.refusal}`)]),
    ])
    const reason = element(SOAP, 'Reason', [element(SOAP, 'Text', 'In the device’s words.')])
    return envelope(element(SOAP, 'Fault', [code, reason]), 400)
  }

  vi.stubGlobal('fetch', (url: string, { body, headers }: RequestInit = {}) => {
    if (url.startsWith('/wsdl/')) return Promise.resolve(new Response('<definitions/>'))
    const text = String(body)
    const [, operation = ''] = /:(\w+Users?)>/.exec(text) ?? []
    if (operation === 'GetUsers') return Promise.resolve(list())
    fake.written.push(text)
    fake.versions.push(new Headers(headers).get('if-match'))
    if (fake.refusal !== '') return Promise.resolve(refused())
    const [, name = ''] = /Username>(\w+)</.exec(text) ?? []
    const [, level = ''] = /UserLevel>(\w+)</.exec(text) ?? []
    if (operation === 'DeleteUsers') fake.levels.delete(name)
    else fake.levels.set(name, level)
    return Promise.resolve(envelope(element(TDS, `${operation}Response`, [])))
  })
  return fake
}

let device: ReturnType<typeof fakeDevice>
beforeEach(() => {
  device = fakeDevice()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  location.hash = ''
})

async function open(route: string, page: React.ReactNode, name = 'nvr') {
  location.hash = route
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <ParamsContext value={{ name }}>{page}</ParamsContext>
      <ToastRegion />
    </QueryClientProvider>,
    'en',
    [shell, onvif, users, validation],
  )
  await screen.findByLabelText('Repeat password')
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

const openEdit = () => open('/onvif/users/edit/nvr', <EditOnvifUserPage />)
const choose = (group: string) =>
  fireEvent.change(screen.getByLabelText('Role'), { target: { value: group } })

test.each([
  ['UsernameClash', 'There is already a user with this name.'],
  ['PasswordTooLong', 'A password has at most 64 characters.'],
  ['UsernameTooLong', 'A username has at most 64 characters.'],
  ['TooManyUsers', 'The device can’t keep any more ONVIF users. Delete one first.'],
  ['FixedUser', 'The user root stays an administrator and can’t be deleted.'],
  ['Other', 'The device refused: In the device’s words.'],
])('%s leads back to the list with its reason (ONVIF-18)', async (refusal, reason) => {
  device.refusal = refusal
  await open('/onvif/users/add', <NewOnvifUserPage />)
  type('Username', 'recorder')
  type('Password', 'Strong2468!')
  type('Repeat password', 'Strong2468!')
  press('Add ONVIF user')
  await screen.findByText(`The user recorder was not saved. ${reason}`.replaceAll('’t', "'t"))
  expect(location.hash).toBe('#/onvif/users')
})

test('a deletion that is refused leads back to the list with its reason (ONVIF-18)', async () => {
  device.refusal = 'UsernameMissing'
  await openEdit()
  press('Delete')
  const question = await screen.findByRole('alertdialog', { name: 'Delete nvr?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Delete user' }))
  await screen.findByText(
    'The user nvr was not deleted. There is no user nvr. Somebody else may have deleted it.',
  )
  expect(location.hash).toBe('#/onvif/users')
})

test('the role of another administrator is shown before anything is saved over it (EXPECT-21)', async () => {
  await openEdit()
  choose('admin')
  device.levels.set('nvr', 'User')
  press('Save')
  await screen.findByText(/The role is now User\. Check the values and save again\./)
  expect(device.written).toEqual([])
  expect(location.hash).toBe('#/onvif/users/edit/nvr')
  press('Save')
  await screen.findByText('nvr is saved.')
  expect(device.levels.get('nvr')).toBe('Administrator')
})

test.each([
  ['admin', 'Administrator'],
  ['user', 'User'],
])('the group %s is sent as the level %s (ONVIF-07)', async (group, level) => {
  await openEdit()
  choose(group)
  press('Save')
  await screen.findByText('nvr is saved.')
  expect(device.levels.get('nvr')).toBe(level)
})

test('the device refuses a save over a list that has changed since it was read', async () => {
  await openEdit()
  choose('admin')
  press('Save')
  await screen.findByText('nvr is saved.')
  expect(device.versions).toEqual(['"[["nvr","Operator"]]"'])
})

test('root comes first in the list, keeps its role, and can’t be deleted (ONVIF-15, ONVIF-16)', async () => {
  device.levels.set('amber', 'User').set('root', 'Administrator')
  const list = await queryClient.fetchQuery(onvifUsersQuery)
  expect(list.map(({ name }) => name)).toEqual(['root', 'amber', 'nvr'])
  await open('/onvif/users/edit/root', <EditOnvifUserPage />, 'root')
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  expect(screen.queryByLabelText('Role')).toBeNull()
})

test('a password alone keeps the role and is sent once (ONVIF-06)', async () => {
  await openEdit()
  type('Password', 'Strong2468!')
  type('Repeat password', 'Strong2468!')
  press('Save')
  await screen.findByText('nvr is saved.')
  expect(device.written).toHaveLength(1)
  expect(device.written[0]).toContain('Operator')
  expect(device.written[0]).toContain('Strong2468!')
})

test('a user whom somebody else deletes is left for the list (EXPECT-22)', async () => {
  await openEdit()
  choose('admin')
  device.levels.delete('nvr')
  press('Save')
  await screen.findByText('There is no user nvr. Somebody else may have deleted it.')
  await waitFor(() => expect(location.hash).toBe('#/onvif/users'))
  expect(device.written).toEqual([])
})
