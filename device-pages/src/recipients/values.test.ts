import { RECIPIENT_TEMPLATES } from '@lintel/contract/action-rules/templates'
import type { ActionChoices } from '@lintel/contract/calls/action-rules'
import type { Recipient } from '@lintel/contract/calls/recipients'
import { expect, test } from 'vitest'
import { checkForm, checkForTest } from './checks.ts'
import { fieldOf, keyIn, parametersIn, valuesOf } from './values.ts'
import { viewCalled, viewName } from './view-name.ts'

const CHOICES: ActionChoices = {
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
const SMTP = 'com.axis.recipient.smtp'
const HTTP = 'com.axis.recipient.http'

const GUARD: Recipient = {
  id: '1',
  version: '1',
  name: 'Guard',
  template: SMTP,
  parameters: {
    email_to: 'guard@example.com',
    email_from: 'door@example.com',
    host: 'mail.example.com',
    port: '465',
    encryption: 'ssl',
    validate_server_cert: '0',
    login: 'door',
    pop_host: 'pop.example.com',
  },
  secrets: ['password'],
  usedBy: 0,
}

test('a stored recipient stays as it is, with what the page does not show', () => {
  expect(parametersIn(valuesOf(GUARD, ''), GUARD)).toEqual(GUARD.parameters)
})

test('a secret is sent once it is typed, and emptied with its username', () => {
  const values = valuesOf(GUARD, '')
  expect(parametersIn({ ...values, 'smtp-password': 'new' }, GUARD)['password']).toBe('new')
  expect(parametersIn({ ...values, 'smtp-login': '' }, GUARD)).toMatchObject({ password: '' })
  expect(parametersIn(valuesOf(undefined, SMTP), undefined)).not.toHaveProperty('password')
})

test('a new recipient begins with what is usual', () => {
  expect(parametersIn(valuesOf(undefined, SMTP), undefined)).toEqual({
    port: '587',
    encryption: 'tls',
    validate_server_cert: '1',
  })
})

test('a proxy is sent only while one is used', () => {
  const values = {
    ...valuesOf(undefined, HTTP),
    [fieldOf('http', 'upload_url')]: 'http://192.0.2.7/',
    [fieldOf('http', 'proxy_host')]: '192.0.2.8',
  }
  expect(parametersIn(values, undefined)).toEqual({ upload_url: 'http://192.0.2.7/' })
  expect(parametersIn({ ...values, proxy: true }, undefined)).toMatchObject({
    proxy_host: '192.0.2.8',
  })
})

test('a proxy that is switched on has to be named', () => {
  const values = {
    ...valuesOf(undefined, HTTP),
    name: 'Guard',
    'http-upload_url': 'http://192.0.2.7/',
    proxy: true,
  }
  const missing = { id: 'validation.errorRequired' }
  expect(checkForm(values, undefined, CHOICES, [])).toEqual({ 'http-proxy_host': missing })
  expect(checkForTest(values, undefined, CHOICES)).toEqual({ 'http-proxy_host': missing })
  const named = { ...values, 'http-proxy_host': '192.0.2.8' }
  expect(checkForm(named, undefined, CHOICES, [])).toEqual({ 'http-proxy_port': missing })
  // Other types have none.
  expect(checkForTest({ ...values, template: SMTP }, undefined, CHOICES)).not.toHaveProperty(
    'smtp-proxy_host',
  )
})

test('what is wrong is beside its field, and only of the chosen type', () => {
  const values = { ...valuesOf(undefined, HTTP), name: 'Guard', 'http-upload_url': 'ftp://x' }
  expect(checkForm(values, undefined, CHOICES, ['Guard'])).toEqual({
    name: { id: 'reader.nameExists' },
    'http-upload_url': { id: 'validation.invalidUrl', values: { scheme: 'http' } },
  })
  expect(Object.keys(checkForTest({ ...values, name: '' }, undefined, CHOICES))).toEqual([
    'http-upload_url',
  ])
})

test('a test that fails names the key of the server', () => {
  const key = `SHA256:${'aB3+'.repeat(10)}xyz`
  expect(keyIn(`The key of the server is ${key}`)).toBe(key)
  expect(keyIn('self-signed certificate')).toBeUndefined()
})

test.each([
  ['add', { kind: 'add' }],
  ['recipient/7', { kind: 'recipient', id: '7' }],
] as const)('the view %s and its name convert both ways', (name, view) => {
  expect(viewCalled(name)).toEqual(view)
  expect(viewName(view)).toBe(name)
})

test.each(['', 'recipient/', 'other/7'])('%j names no view', (name) => {
  expect(viewCalled(name)).toBeUndefined()
})
