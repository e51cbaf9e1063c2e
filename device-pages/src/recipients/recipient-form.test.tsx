import { RECIPIENT_TEMPLATES } from '@lintel/contract/action-rules/templates'
import type { Recipient } from '@lintel/contract/calls/recipients'
import { OWN_CALLS } from '@lintel/contract/firmware'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { setFirmware } from '../app/device.ts'
import { catalogues } from './catalogues.ts'
import * as checks from './checks.ts'
import { catalogues as formCatalogues } from './form-catalogues.ts'
import { RecipientForm } from './recipient-form.tsx'

const CHOICES = {
  events: [],
  actions: [],
  recipientTemplates: RECIPIENT_TEMPLATES.map(({ token }) => token),
  outputs: [],
  doors: [],
  clips: [],
  sipAccounts: [],
  disks: [],
  shares: [],
  virtualInputs: [],
}

afterEach(() => {
  vi.unstubAllGlobals()
  setFirmware(new Map())
})

/** Answers of the device by method and path, and what it was asked. */
function fakeDevice(answers: Record<string, object>): [string, unknown][] {
  const asked: [string, unknown][] = []
  setFirmware(new Map([[OWN_CALLS, '1.0']]))
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://device')
    const key = `${init.method ?? 'GET'} ${pathname}`
    asked.push([key, typeof init.body === 'string' ? JSON.parse(init.body) : undefined])
    const answer = answers[key]
    return Promise.resolve(Response.json(answer ?? {}, { status: answer ? 200 : 404 }))
  })
  return asked
}

function show(onSaved: (saved: Recipient) => void = () => {}, recipient?: Recipient) {
  renderWithMessages(
    <RecipientForm
      recipient={recipient}
      recipients={[]}
      choices={CHOICES}
      checks={checks}
      again={() => Promise.resolve()}
      onSaved={onSaved}
      onCancel={() => {}}
    />,
    'en',
    [...catalogues, ...formCatalogues],
  )
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

test('what was typed is tested before it is saved, and the result stays while it is true', async () => {
  const user = userEvent.setup()
  const asked = fakeDevice({
    'POST /lintel/recipients/test': { ok: false, reason: 'signIn', detail: '535 no' },
  })
  show()
  await user.selectOptions(field('Type'), 'TCP server')
  await user.click(screen.getByRole('button', { name: 'Test' }))
  expect(asked).toEqual([])
  expect(screen.getAllByText('Fill this in.')).toHaveLength(2)
  await user.type(field('Server'), '192.0.2.7')
  await user.type(field('Port number'), '9000')
  await user.click(screen.getByRole('button', { name: 'Test' }))
  const result = await screen.findByRole('alert')
  expect(result.textContent).toContain('The server refuses the username or the password.')
  expect(result.textContent).toContain('535 no')
  expect(asked).toEqual([
    [
      'POST /lintel/recipients/test',
      { template: 'com.axis.recipient.tcp', parameters: { host: '192.0.2.7', port: '9000' } },
    ],
  ])
  await user.type(field('Server'), '0')
  expect(screen.getByText(/The values have changed since/)).toBeDefined()
})

test('the key of an unknown SSH server is offered, and one that differs from a known key is not', async () => {
  const user = userEvent.setup()
  const key = `SHA256:${'abc+'.repeat(10)}xyz`
  fakeDevice({
    'POST /lintel/recipients/test': {
      ok: false,
      reason: 'certificate',
      detail: `The key of the server is ${key}`,
    },
  })
  show()
  await user.selectOptions(field('Type'), 'SFTP server')
  await user.type(field('Server'), '192.0.2.7')
  await user.type(field('Username'), 'door')
  await user.click(screen.getByRole('button', { name: 'Test' }))
  await user.click(await screen.findByRole('button', { name: 'Use this key' }))
  expect(field('Fingerprint of the server').value).toBe(key)
  await user.type(field('Fingerprint of the server'), '{Backspace}A')
  await user.click(screen.getByRole('button', { name: 'Test' }))
  expect((await screen.findByRole('alert')).textContent).toContain("doesn't trust the server")
  expect(screen.queryByRole('button', { name: 'Use this key' })).toBeNull()
})

test('the port of a mail server follows its encryption until it is an unusual one', async () => {
  const user = userEvent.setup()
  fakeDevice({})
  show()
  const encryption = field('Encryption')
  await user.selectOptions(encryption, 'ssl')
  expect(field('Port number').value).toBe('465')
  await user.selectOptions(encryption, 'none')
  expect(field('Port number').value).toBe('25')
  expect(screen.queryByLabelText('Check certificate')).toBeNull()
  await user.clear(field('Port number'))
  await user.type(field('Port number'), '2525')
  await user.selectOptions(encryption, 'tls')
  expect(field('Port number').value).toBe('2525')
})

test('a save whose answer was lost has succeeded if the device has the recipient', async () => {
  const user = userEvent.setup()
  const onSaved = vi.fn()
  const stored = {
    id: '1',
    version: '1',
    name: 'Guard',
    template: 'com.axis.recipient.tcp',
    parameters: { host: '192.0.2.7', port: '9000' },
    secrets: [],
    usedBy: 0,
  }
  fakeDevice({ 'GET /lintel/recipients': { items: [stored], total: 1, version: '1' } })
  show(onSaved)
  await user.selectOptions(field('Type'), 'TCP server')
  await user.type(field('Name'), 'Guard')
  await user.type(field('Server'), '192.0.2.7')
  await user.type(field('Port number'), '9000')
  await user.click(screen.getByRole('button', { name: 'Add recipient' }))
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith(stored))
})

test.each([
  ['another server', '192.0.2.8', ['password']],
  ['no password', '192.0.2.7', []],
])('a save whose answer was lost has failed if the device has %s', async (_, host, secrets) => {
  const user = userEvent.setup()
  const onSaved = vi.fn()
  const stored = {
    id: '1',
    version: '1',
    name: 'Archive',
    template: 'com.axis.recipient.ftp',
    parameters: { host, port: '21', login: 'door', temporary: '0' },
    secrets,
    usedBy: 0,
  }
  fakeDevice({ 'GET /lintel/recipients': { items: [stored], total: 1, version: '1' } })
  show(onSaved)
  await user.selectOptions(field('Type'), 'FTP server')
  await user.type(field('Name'), 'Archive')
  await user.type(field('Server'), '192.0.2.7')
  await user.type(field('Username'), 'door')
  await user.type(field('Password'), 'secret')
  await user.click(screen.getByRole('button', { name: 'Add recipient' }))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(onSaved).not.toHaveBeenCalled()
})

test('a recipient that somebody else has deleted is added again, with the secrets typed anew', async () => {
  const user = userEvent.setup()
  const onSaved = vi.fn()
  const opened = {
    id: '4',
    version: '7',
    name: 'Guard',
    template: 'com.axis.recipient.ftp',
    parameters: { host: '192.0.2.7', login: 'door' },
    secrets: ['password'],
    usedBy: 0,
  }
  const asked = fakeDevice({ 'POST /lintel/recipients': { ...opened, id: '5', version: '1' } })
  show(onSaved, opened)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(asked.map(([key]) => key)).toEqual(['POST /lintel/recipients'])
  expect(screen.queryByText('Leave empty to keep the password.')).toBeNull()
})
