import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { ActionLogEntry, ActionRule } from '@lintel/contract/calls/action-rules'
import type { Recipient } from '@lintel/contract/calls/recipients'
import type { Page } from '@lintel/contract/collection'
import { productCalled } from '@lintel/contract/products/products'
import { RULE_TOPICS } from '@lintel/contract/events'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import { actionRuleService } from './action-rules.ts'
import { recipientService } from './recipients.ts'

const MAIL = 'com.axis.recipient.smtp'
const GUARD = {
  name: 'Guard',
  template: MAIL,
  parameters: {
    email_to: 'guard@example.com',
    email_from: 'door@example.com',
    host: 'mail.example.com',
    port: '587',
    login: 'door',
    password: 'open sesame',
  },
}

async function open(product = 'A8307-E') {
  const device = await openTestDevice(
    [actionRuleService, recipientService],
    undefined,
    productCalled(product),
  )
  onTestFinished(() => device.close())
  device.makeAccounts()
  const post = async (path: string, body: object) => {
    const response = await device.fetch(path, {
      as: 'root',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, text: await response.text() }
  }
  return {
    device,
    post,
    done: async <T>(path: string, body: object): Promise<T> => {
      const { status, text } = await post(path, body)
      expect([status, status === 200 ? '' : text]).toEqual([200, ''])
      return JSON.parse(text) as T
    },
    refused: async (path: string, body: object): Promise<[number, string]> => {
      const { status, text } = await post(path, body)
      return [status, text]
    },
    read: async <T>(path: string): Promise<T> =>
      (await (await device.fetch(path, { as: 'root' })).json()) as T,
  }
}

const RULES = '/lintel/action-rules'
const RECIPIENTS = '/lintel/recipients'

const ruleFor = (recipient: string, more: object = {}) => ({
  name: 'Ring',
  enabled: true,
  start: { topic: RULE_TOPICS.callButton, items: [] },
  conditions: [],
  template: 'com.axis.action.fixed.notification.smtp',
  recipient,
  parameters: { subject: 'Ring', message: 'Somebody rings' },
  delay: 0,
  retries: 2,
  ...more,
})

test('a recipient keeps its password, which no answer has', async () => {
  const { device, done, read } = await open()
  const added = await done<Recipient>(RECIPIENTS, GUARD)
  expect(added).toMatchObject({ name: 'Guard', secrets: ['password'], usedBy: 0 })
  expect(JSON.stringify(added)).not.toContain('sesame')
  expect(JSON.stringify(await read(RECIPIENTS))).not.toContain('sesame')

  const { password: _password, ...parameters } = GUARD.parameters
  const { id, version } = added
  const changed = await done<Recipient>(`${RECIPIENTS}/update`, {
    ...GUARD,
    id,
    version,
    parameters: { ...parameters, host: 'mail2.example.com' },
  })
  expect(changed).toMatchObject({ secrets: ['password'] })
  const { actionRuleStore: store } = device
  const stored = store.recipients.find(id) ?? expect.fail('it is gone')
  expect(store.recipientValues(stored)).toMatchObject({
    host: 'mail2.example.com',
    password: 'open sesame',
  })

  const without = await done<Recipient>(`${RECIPIENTS}/update`, {
    ...GUARD,
    id,
    version: changed.version,
    parameters: { ...parameters, login: '', password: '' },
  })
  expect(without.secrets).toEqual([])
})

test.each([
  ['no host', { host: '' }, 'parameters.host'],
  ['a port that is none', { port: '0' }, 'parameters.port'],
  ['an address that is none', { email_to: 'guard' }, 'parameters.email_to'],
  ['an encryption that there is not', { encryption: 'rot13' }, 'parameters.encryption'],
])('a recipient with %s is refused, and nothing is stored', async (_, wrong, path) => {
  const { refused, read } = await open()
  const body = { ...GUARD, parameters: { ...GUARD.parameters, ...wrong } }
  const [status, text] = await refused(RECIPIENTS, body)
  expect(status).toBe(400)
  expect(text).toContain(path)
  expect(await read(RECIPIENTS)).toMatchObject({ total: 0 })
})

test('of two administrators the second is told that the recipient has changed', async () => {
  const { done, refused } = await open()
  const { id, version } = await done<Recipient>(RECIPIENTS, GUARD)
  await done(`${RECIPIENTS}/update`, { ...GUARD, id, version, name: 'Porter' })
  const [status] = await refused(`${RECIPIENTS}/update`, { ...GUARD, id, version })
  expect(status).toBe(412)
})

test('a recipient in use stays, as does its type; its name has to be free', async () => {
  const { done, refused, read } = await open()
  const { id } = await done<Recipient>(RECIPIENTS, GUARD)
  await done(RULES, ruleFor(id))
  const { items } = await read<Page<Recipient>>(RECIPIENTS)
  expect(items[0]).toMatchObject({ usedBy: 1 })
  const { version = '' } = items[0] ?? {}
  expect(await refused(`${RECIPIENTS}/remove`, { id, version })).toEqual([
    400,
    expect.stringContaining('Action rules send to this recipient.'),
  ])
  const tcp = { template: 'com.axis.recipient.tcp', parameters: { host: 'guard', port: '9' } }
  expect(await refused(`${RECIPIENTS}/update`, { ...GUARD, ...tcp, id, version })).toEqual([
    400,
    expect.stringContaining('its type has to stay'),
  ])
  expect(await refused(RECIPIENTS, GUARD)).toEqual([
    400,
    expect.stringContaining('This name is in use.'),
  ])
})

test('a recipient is tested as it was typed, with the secret that is stored', async () => {
  const { done } = await open()
  const heard: string[] = []
  const server = createServer((socket) => {
    socket.on('data', (data) => heard.push(String(data)))
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const typed = {
    template: 'com.axis.recipient.tcp',
    parameters: { host: '127.0.0.1', port: String(port) },
  }
  expect(await done(`${RECIPIENTS}/test`, typed)).toEqual({ ok: true, detail: '' })
  await expect.poll(() => heard.join('')).toContain('Test')
  server.close()
  await once(server, 'close')
  expect(await done(`${RECIPIENTS}/test`, typed)).toMatchObject({
    ok: false,
    reason: 'unreachable',
  })
})

test('a rule is added, changed, run and removed, and the log tells how it ended', async () => {
  const { device, done, read } = await open()
  const guard = await done<Recipient>(RECIPIENTS, {
    name: 'Nobody',
    template: 'com.axis.recipient.tcp',
    parameters: { host: '127.0.0.1', port: '9' },
  })
  const template = 'com.axis.action.fixed.notification.tcp'
  const rule = ruleFor(guard.id, { template, parameters: { message: 'Ring' }, retries: 0 })
  device.actionRules.start()
  const added = await done<ActionRule>(RULES, rule)
  expect(added).toMatchObject({ ...rule, stopped: false, lastStarted: '' })
  const { id, version } = added
  const changed = await done<ActionRule>(`${RULES}/update`, { ...rule, id, version, delay: 1 })
  expect(changed.version).not.toBe(version)

  await done(`${RULES}/run`, { id })
  const log = () => read<Page<ActionLogEntry>>(`${RULES}/log`)
  await expect.poll(async () => (await log()).total).toBe(1)
  expect((await log()).items[0]).toMatchObject({
    rule: 'Ring',
    topic: '',
    template,
    result: 'failed',
    reason: 'unreachable',
    count: 1,
  })
  const { items } = await read<Page<ActionRule>>(RULES)
  expect(items[0]?.lastStarted).not.toBe('')

  await done(`${RULES}/remove`, { id, version: changed.version })
  expect(await read(RULES)).toMatchObject({ total: 0 })
  expect(device.actionRuleStore.configurations.count()).toBe(0)
  expect((await log()).items[0]).toMatchObject({ rule: 'Ring', ruleId: '' })
  await done(`${RULES}/log/clear`, {})
  expect(await log()).toMatchObject({ total: 0 })
})

test.each([
  ['without event and condition', { start: undefined }],
  ['with a topic that no rule can have', { start: { topic: 'Device/Lintel/Changed', items: [] } }],
  [
    'with a condition that is no state',
    { conditions: [{ topic: RULE_TOPICS.callButton, items: [] }] },
  ],
  ['with an action that there is not', { template: 'com.axis.action.fixed.fly' }],
  ['with a recipient that there is not', { recipient: '99' }],
  ['with a negative delay', { delay: -1 }],
  ['without a name', { name: '  ' }],
])('a rule %s is refused', async (_, wrong) => {
  const { done, refused, read } = await open()
  const { id } = await done<Recipient>(RECIPIENTS, GUARD)
  const [status] = await refused(RULES, { ...ruleFor(id), ...wrong })
  expect(status).toBe(400)
  expect(await read(RULES)).toMatchObject({ total: 0 })
})

test('an action can only send to recipients of its type', async () => {
  const { done, refused } = await open()
  const { id } = await done<Recipient>(RECIPIENTS, GUARD)
  const tcp = { template: 'com.axis.action.fixed.notification.tcp', parameters: { message: '' } }
  expect(await refused(RULES, ruleFor(id, tcp))).toEqual([
    400,
    expect.stringContaining('cannot send to a recipient of this type'),
  ])
})

test('a change by another administrator is not overwritten', async () => {
  const { done, refused } = await open()
  const { id: guard } = await done<Recipient>(RECIPIENTS, GUARD)
  const { id, version } = await done<ActionRule>(RULES, ruleFor(guard))
  await done(`${RULES}/update`, { ...ruleFor(guard), id, version, enabled: false })
  const [status] = await refused(`${RULES}/update`, { ...ruleFor(guard), id, version })
  expect(status).toBe(412)
})

test('a stored recipient gets no password of one that the rule had before', async () => {
  const { device, done } = await open()
  const { login: _login, password: _password, ...open_ } = GUARD.parameters
  const own = ruleFor('', { parameters: { ...GUARD.parameters, host: 'old.example.com' } })
  const { id, version } = await done<ActionRule>(RULES, own)
  const { actionRuleStore: store } = device
  const values = () => {
    const action = store.configurations.find(store.rules.find(id)?.configuration ?? '')
    return store.configurationValues(action ?? expect.fail('it is gone'))
  }
  expect(values()).toMatchObject({ host: 'old.example.com', password: 'open sesame' })
  const guard = await done<Recipient>(RECIPIENTS, { ...GUARD, parameters: open_ })
  const left = { login: 'left', validate_server_cert: '0', message: 'Ring' }
  const changed = ruleFor(guard.id, { id, version, parameters: left })
  await done(`${RULES}/update`, changed)
  expect(values()).toEqual({ ...open_, message: 'Ring' })
  expect(store.configurations.all().map(({ secrets }) => secrets)).toEqual([{}])
})

test('an action that a client gave to two rules changes for one alone, and goes with the last', async () => {
  const { device, done } = await open()
  const { actionRuleStore: store } = device
  const { id: guard } = await done<Recipient>(RECIPIENTS, GUARD)
  const first = await done<ActionRule>(RULES, ruleFor(guard))
  const { id: _id, version: _version, ...rule } = store.rules.find(first.id) ?? expect.fail()
  const second = store.rules.add({ ...rule, name: 'Other' })
  const subjects = () =>
    store.rules
      .all()
      .map(({ configuration }) => store.configurations.find(configuration)?.parameters['subject'])
  const changed = await done<ActionRule>(
    `${RULES}/update`,
    ruleFor(guard, { id: first.id, version: first.version, parameters: { subject: 'Changed' } }),
  )
  expect(subjects()).toEqual(['Changed', 'Ring'])
  const third = store.rules.add({ ...rule, name: 'Third' })
  await done(`${RULES}/remove`, { id: second.id, version: second.version })
  expect(subjects()).toEqual(['Changed', 'Ring'])
  await done(`${RULES}/remove`, { id: third.id, version: third.version })
  await done(`${RULES}/remove`, { id: changed.id, version: changed.version })
  expect(store.configurations.count()).toBe(0)
})

test('the name of another rule is refused, and its own is not', async () => {
  const { done, refused } = await open()
  const { id: guard } = await done<Recipient>(RECIPIENTS, GUARD)
  await done<ActionRule>(RULES, ruleFor(guard))
  const { id, version } = await done<ActionRule>(RULES, ruleFor(guard, { name: 'Other' }))
  const inUse = [400, expect.stringContaining('This name is in use.')]
  expect(await refused(RULES, ruleFor(guard))).toEqual(inUse)
  expect(await refused(`${RULES}/update`, ruleFor(guard, { id, version }))).toEqual(inUse)
  await done(`${RULES}/update`, ruleFor(guard, { id, version, name: 'Other', delay: 1 }))
})

test('saving a rule that was stopped lets it run again', async () => {
  const { device, done } = await open()
  const { id: guard } = await done<Recipient>(RECIPIENTS, GUARD)
  const { id } = await done<ActionRule>(RULES, ruleFor(guard))
  const { version } = device.actionRuleStore.rules.update(id, { stopped: true })
  const saved = await done<ActionRule>(`${RULES}/update`, { ...ruleFor(guard), id, version })
  expect(saved.stopped).toBe(false)
})

test('a rule about something that is gone can be switched off, but not on', async () => {
  const { device, done, refused } = await open()
  const { id: guard } = await done<Recipient>(RECIPIENTS, GUARD)
  const code = { name: 'Door', code: '*1', account: '*', port: 3, pulse: 1000 }
  const trigger = device.dtmfTriggers.add(code)
  const start = { topic: 'Call/DTMF', items: [{ name: 'DTMFEventId', value: trigger.id }] }
  const rule = ruleFor(guard, { start })
  const { id, version } = await done<ActionRule>(RULES, rule)
  device.dtmfTriggers.remove(trigger.id)
  const off = await done<ActionRule>(`${RULES}/update`, { ...rule, id, version, enabled: false })
  expect(off.enabled).toBe(false)
  const on = { ...rule, id, version: off.version, enabled: true }
  expect((await refused(`${RULES}/update`, on))[0]).toBe(400)
})

test('what a rule can be made of is what the product has', async () => {
  const door = await open()
  const all = await door.read<{ events: { id: string }[]; actions: string[] }>(`${RULES}/choices`)
  expect(all.events.map(({ id }) => id)).toEqual(expect.arrayContaining(['callButton', 'card']))
  expect(all.actions).toContain('com.axis.action.fixed.send_images.smtp')
  const controller = await open('A1601')
  const less = await controller.read<typeof all>(`${RULES}/choices`)
  expect(less.events.map(({ id }) => id)).not.toContain('callButton')
  expect(less.actions).not.toContain('com.axis.action.fixed.send_images.smtp')
  expect(less.actions).not.toContain('com.axis.action.fixed.play.audioclip')
})
