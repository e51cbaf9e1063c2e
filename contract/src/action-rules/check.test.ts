import { expect, test } from 'vitest'
import type { ActionChoices, NewActionRule } from '../calls/action-rules.ts'
import { checkDestination, checkRecipient, checkRule } from './check.ts'

const MAIL = {
  name: 'Guard',
  template: 'com.axis.recipient.smtp',
  parameters: {
    email_to: 'guard@example.com',
    email_from: 'door@example.com',
    host: '192.0.2.7',
    port: '587',
  },
}
const at = (id: string) => `com.axis.recipient.${id}`
const ids = (problems: object) =>
  Object.fromEntries(Object.entries(problems).map(([path, { id }]) => [path, id]))

test('a recipient needs a name, a type, and what its template requires', () => {
  expect(checkRecipient(MAIL)).toEqual({})
  expect(ids(checkRecipient({ name: ' ', template: MAIL.template, parameters: {} }))).toEqual({
    name: 'validation.errorRequired',
    'parameters.email_to': 'validation.errorRequired',
    'parameters.email_from': 'validation.errorRequired',
    'parameters.host': 'validation.errorRequired',
    'parameters.port': 'validation.errorRequired',
  })
  expect(ids(checkRecipient({ ...MAIL, template: 'other' }))).toEqual({
    template: 'validation.errorRequired',
  })
})

test('a proxy needs a port, and an SFTP server a login', () => {
  const http = { upload_url: 'http://192.0.2.7/', proxy_host: '192.0.2.8' }
  expect(ids(checkDestination(at('http'), http))).toEqual({
    'parameters.proxy_port': 'validation.errorRequired',
  })
  expect(checkDestination(at('http'), { ...http, proxy_port: '3128' })).toEqual({})
  expect(ids(checkDestination(at('sftp'), { host: '192.0.2.7', port: '22' }))).toEqual({
    'parameters.login': 'validation.errorRequired',
  })
})

test.each([
  ['smtp', { email_to: 'a@b.example, c@[192.0.2.7]' }, undefined],
  ['smtp', { email_to: 'a@b.example; c@d.example' }, undefined],
  ['smtp', { email_to: 'a@b.example,' }, 'validation.invalidEmail'],
  ['smtp', { email_from: 'a@b.example, c@d.example' }, 'validation.invalidEmail'],
  ['smtp', { email_from: 'guard' }, 'validation.invalidEmail'],
  ['smtp', { email_from: 'a b@example.com' }, 'validation.invalidEmail'],
  ['smtp', { host: 'mail server' }, 'validation.invalidIPAddressOrHostName'],
  ['smtp', { port: '0' }, 'validation.errorBetween'],
  ['smtp', { port: 'smtp' }, 'validation.errorNaN'],
  ['smtp', { encryption: 'ssh' }, 'validation.errorInvalid'],
  ['smtp', { validate_server_cert: 'yes' }, 'validation.errorInvalid'],
  ['smtp', { login: 'a\nb' }, 'validation.errorInvalid'],
  ['smtp', { login: 'x'.repeat(256) }, 'validation.errorMaxCharacters'],
  ['smtp', { colour: 'red' }, 'validation.errorInvalid'],
  ['http', { upload_url: 'http://192.0.2.7/a?b=c' }, undefined],
  ['http', { upload_url: 'https://192.0.2.7/' }, 'validation.invalidUrl'],
  ['http', { upload_url: 'http:192.0.2.7' }, 'validation.invalidUrl'],
  ['http', { upload_url: 'http://192.0.2.7/a b' }, 'validation.invalidUrl'],
  ['https', { upload_url: 'https://example.com' }, undefined],
  ['https', { upload_url: 'http://example.com' }, 'validation.invalidUrl'],
  ['https', { upload_url: 'https://me:secret@example.com' }, 'validation.urlWithLogin'],
  ['ftp', { upload_path: 'a/../b' }, 'validation.errorInvalid'],
  ['sftp', { ssh_host_pub_key_sha256: 'a'.repeat(64) }, undefined],
  ['sftp', { ssh_host_pub_key_sha256: `SHA256:${'A/'.repeat(21)}+` }, undefined],
  ['sftp', { ssh_host_pub_key_sha256: 'A'.repeat(40) }, 'validation.errorInvalid'],
  ['sftp', { ssh_host_pub_key_md5: '16:27:ac'.repeat(2) }, 'validation.errorInvalid'],
])('for %s, %j is %s', (id, values, wrong) => {
  const right = {
    smtp: MAIL.parameters,
    http: { upload_url: 'http://example.com' },
    https: { upload_url: 'https://example.com' },
    sftp: { host: 'example.com', port: '22', login: 'door' },
  }[id] ?? { host: 'example.com', port: '22' }
  const [name] = Object.keys(values)
  expect(ids(checkDestination(at(id), { ...right, ...values }))).toEqual(
    wrong === undefined ? {} : { [`parameters.${name}`]: wrong },
  )
})

const INPUT = {
  topic: 'Device/Trigger/DigitalInput',
  items: [
    { name: 'InputToken', value: '1' },
    { name: 'LogicalState', value: 'true' },
  ],
}
const RULE: NewActionRule = {
  name: 'Ring',
  enabled: true,
  start: { topic: 'Device/Lintel/CallButton', items: [] },
  conditions: [],
  template: 'com.axis.action.fixed.notification.smtp',
  recipient: '1',
  parameters: {},
  delay: 0,
  retries: 0,
}
const { start: _start, ...WITHOUT_START } = RULE

test.each<[string, Partial<NewActionRule>, Record<string, string>]>([
  ['nothing', {}, {}],
  ['no name', { name: '' }, { name: 'validation.errorRequired' }],
  ['an unknown event', { start: { topic: 'x', items: [] } }, { start: 'validation.errorRequired' }],
  [
    'an unknown item',
    { start: { topic: INPUT.topic, items: [{ name: 'x', value: '1' }] } },
    { start: 'validation.errorInvalid' },
  ],
  [
    'a wrong value of an item',
    { start: { topic: INPUT.topic, items: [{ name: 'LogicalState', value: 'open' }] } },
    { 'start.LogicalState': 'validation.errorInvalid' },
  ],
  [
    'a port that is no number',
    { start: { topic: INPUT.topic, items: [{ name: 'InputToken', value: 'x' }] } },
    { 'start.InputToken': 'validation.errorNaN' },
  ],
  [
    'booleans as numbers',
    { start: { topic: INPUT.topic, items: [{ name: 'LogicalState', value: '1' }] } },
    {},
  ],
  ['conditions that are states', { conditions: [INPUT] }, {}],
  [
    'a condition that is no state',
    { conditions: [INPUT, { topic: 'Device/Lintel/CallButton', items: [] }] },
    { 'conditions.1': 'validation.conditionWithoutState' },
  ],
  [
    'a condition that does not say which state',
    { conditions: [{ topic: INPUT.topic, items: [] }] },
    { 'conditions.0.LogicalState': 'validation.errorRequired' },
  ],
  [
    'too many conditions',
    { conditions: Array.from({ length: 9 }, () => INPUT) },
    { conditions: 'validation.errorInvalid' },
  ],
  ['an unknown action', { template: 'x' }, { template: 'validation.errorRequired' }],
  ['no recipient', { recipient: '' }, { recipient: 'validation.errorRequired' }],
  ['a recipient of its own', { recipient: '', parameters: MAIL.parameters }, {}],
  [
    'a wrong recipient of its own',
    { recipient: '', parameters: { ...MAIL.parameters, host: '?' } },
    { 'parameters.host': 'validation.invalidIPAddressOrHostName' },
  ],
  [
    'headers that are none',
    {
      template: 'com.axis.action.fixed.notification.http',
      parameters: { http_headers: 'X-A: 1\nB' },
    },
    { 'parameters.http_headers': 'validation.invalidHeaders' },
  ],
  [
    'wildcards',
    { template: 'com.axis.action.fixed.mqttpublish', recipient: '', parameters: { topic: 'a/#' } },
    { 'parameters.topic': 'validation.errorInvalid' },
  ],
  ['a delay out of range', { delay: 3601 }, { delay: 'validation.errorBetween' }],
  ['retries that are no number', { retries: Number.NaN }, { retries: 'validation.errorNaN' }],
])('of a rule with %s is wrong what it says', (_, change, wrong) => {
  expect(ids(checkRule({ ...RULE, ...change }))).toEqual(wrong)
})

test('a rule needs an event or a condition, and one that lasts a state', () => {
  expect(ids(checkRule(WITHOUT_START))).toEqual({ start: 'validation.ruleWithoutEvent' })
  expect(checkRule({ ...WITHOUT_START, conditions: [INPUT] })).toEqual({})
  const light = {
    template: 'com.axis.action.unlimited.io.toggle',
    recipient: '',
    parameters: { port: '1' },
  }
  const wrong = { template: 'validation.ruleWithoutState' }
  expect(ids(checkRule({ ...RULE, ...light }))).toEqual(wrong)
  expect(ids(checkRule({ ...RULE, ...light, start: { ...INPUT, items: [] } }))).toEqual(wrong)
  expect(checkRule({ ...RULE, ...light, start: INPUT })).toEqual({})
  expect(checkRule({ ...RULE, ...light, conditions: [INPUT] })).toEqual({})
})

test('what the device does not have can’t be chosen', () => {
  const choices: ActionChoices = {
    events: [
      {
        id: 'input',
        topic: INPUT.topic,
        stateful: true,
        items: [
          { name: 'InputToken', isState: false, options: [{ value: '2', label: 'Gate' }] },
          { name: 'LogicalState', isState: true, options: [] },
        ],
      },
    ],
    actions: ['com.axis.action.fixed.io.toggle'],
    recipientTemplates: [],
    outputs: [{ value: '2', label: 'Gate' }],
    doors: [],
    clips: [],
    sipAccounts: [],
    disks: [],
    shares: [],
    virtualInputs: [],
  }
  expect(ids(checkRule(RULE, choices))).toEqual({
    start: 'validation.gone',
    template: 'validation.gone',
  })
  const toggle = {
    ...RULE,
    start: INPUT,
    template: 'com.axis.action.fixed.io.toggle',
    recipient: '',
    parameters: { port: '1' },
  }
  expect(ids(checkRule(toggle, choices))).toEqual({
    'start.InputToken': 'validation.gone',
    'parameters.port': 'validation.gone',
  })
  expect(ids(checkRecipient(MAIL, choices))).toEqual({ template: 'validation.gone' })
})
