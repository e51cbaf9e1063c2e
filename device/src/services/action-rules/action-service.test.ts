import { ACTION_TEMPLATES, RECIPIENT_TEMPLATES } from '@lintel/contract/action-rules/templates'
import { ACTION_RULES_MAX } from '@lintel/contract/calls/action-rules'
import { RECIPIENTS_MAX } from '@lintel/contract/calls/recipients'
import { productCalled } from '@lintel/contract/products/products'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { sendSoap } from '../testing/soap.ts'
import { openTestDevice } from '../testing/test-device.ts'
import { actionWebService } from './action-service.ts'
import { END, faultIn, filter, idIn, item, openActionClient } from './testing/action-client.ts'
import type { ActionClient } from './testing/action-client.ts'

let client: ActionClient
beforeEach(async () => {
  client = await openActionClient()
})

const CALLING = filter('tnsaxis:Call/State', item('CallState', 'Calling'))

test('templates are listed with their parameters', async () => {
  const answer = await client.post(
    '<aa:GetActionTemplates xmlns="http://www.axis.com/vapix/ws/action1"/>',
  )
  expect(answer).toMatch(/^<aa:GetActionTemplatesResponse><aa:ActionTemplates><aa:ActionTemplate>/)
  expect(answer).toContain(
    '<aa:ActionTemplate><aa:TemplateToken>com.axis.action.fixed.notification.tcp</aa:TemplateToken><aa:Parameters><aa:Parameter Type="xsd:string" Name="message"></aa:Parameter></aa:Parameters><aa:RecipientTemplate>com.axis.recipient.tcp</aa:RecipientTemplate></aa:ActionTemplate>',
  )
  // A door station has all of them.
  expect(answer.match(/<aa:TemplateToken>/g)).toHaveLength(ACTION_TEMPLATES.length)
  const types = await client.post('<aa:GetRecipientTemplates/>')
  expect(types).toContain(
    '<aa:RecipientTemplate><aa:TemplateToken>com.axis.recipient.tcp</aa:TemplateToken><aa:Parameters><aa:Parameter Type="xsd:string" Name="host"></aa:Parameter><aa:Parameter Type="xsd:int" Name="port"></aa:Parameter><aa:Parameter Type="xsd:int" Name="qos"></aa:Parameter></aa:Parameters></aa:RecipientTemplate>',
  )
  expect(types.match(/<aa:TemplateToken>/g)).toHaveLength(RECIPIENT_TEMPLATES.length)
})

test('the documented recipients are added, byte for byte as clients send them', async () => {
  const documented = await client.post(
    '<aa:AddRecipientConfiguration xmlns="http://www.axis.com/vapix/ws/action1"><NewRecipientConfiguration><TemplateToken>com.axis.recipient.tcp</TemplateToken><Name>Test</Name><Parameters><Parameter Name="host" Value="172.25.200.100" /><Parameter Name="port" Value="50000" /><Parameter Name="qos" Value="0" /></Parameters></NewRecipientConfiguration></aa:AddRecipientConfiguration>',
  )
  expect(documented).toBe(
    '<aa:AddRecipientConfigurationResponse><aa:ConfigurationID>1</aa:ConfigurationID></aa:AddRecipientConfigurationResponse>',
  )
  await client.post(
    '<act:AddRecipientConfiguration xmlns:act="http://www.axis.com/vapix/ws/action1"><act:NewRecipientConfiguration><act:Name>FTP-Server</act:Name><act:TemplateToken>com.axis.recipient.ftp</act:TemplateToken><act:Parameters><act:Parameter Name="host" Value="172.25.200.100" /><act:Parameter Name="upload_path" Value="" /><act:Parameter Name="port" Value="21" /><act:Parameter Name="login" Value="test" /><act:Parameter Name="password" Value="test-secret" /><act:Parameter Name="passive" Value="0" /><act:Parameter Name="temporary" Value="0" /><act:Parameter Name="qos" Value="0" /></act:Parameters></act:NewRecipientConfiguration></act:AddRecipientConfiguration>',
  )
  expect(await client.recipients()).toBe(
    '<aa:GetRecipientConfigurationsResponse><aa:RecipientConfigurations>' +
      '<aa:RecipientConfiguration><aa:ConfigurationID>1</aa:ConfigurationID><aa:TemplateToken>com.axis.recipient.tcp</aa:TemplateToken><aa:Name>Test</aa:Name><aa:Parameters><aa:Parameter Value="172.25.200.100" Name="host"></aa:Parameter><aa:Parameter Value="50000" Name="port"></aa:Parameter><aa:Parameter Value="0" Name="qos"></aa:Parameter></aa:Parameters></aa:RecipientConfiguration>' +
      '<aa:RecipientConfiguration><aa:ConfigurationID>2</aa:ConfigurationID><aa:TemplateToken>com.axis.recipient.ftp</aa:TemplateToken><aa:Name>FTP-Server</aa:Name><aa:Parameters><aa:Parameter Value="172.25.200.100" Name="host"></aa:Parameter><aa:Parameter Value="21" Name="port"></aa:Parameter><aa:Parameter Value="" Name="upload_path"></aa:Parameter><aa:Parameter Value="test" Name="login"></aa:Parameter><aa:Parameter Value="" Name="password"></aa:Parameter><aa:Parameter Value="0" Name="passive"></aa:Parameter><aa:Parameter Value="0" Name="temporary"></aa:Parameter><aa:Parameter Value="0" Name="qos"></aa:Parameter></aa:Parameters></aa:RecipientConfiguration>' +
      '</aa:RecipientConfigurations></aa:GetRecipientConfigurationsResponse>',
  )
  const [, ftp] = client.store.recipients.all()
  expect(ftp && client.store.recipientValues(ftp)).toMatchObject({
    password: 'test-secret',
  })
  expect(
    await client.post(
      '<aa:RemoveRecipientConfiguration xmlns="http://www.axis.com/vapix/ws/action1"><ConfigurationID>2</ConfigurationID></aa:RemoveRecipientConfiguration>',
    ),
  ).toBe('<aa:RemoveRecipientConfigurationResponse></aa:RemoveRecipientConfigurationResponse>')
  expect(await client.recipients()).not.toContain('FTP-Server')
})

/** The notification of the public documentation. */
const NOTIFICATION = {
  message: 'The message to send',
  parameters: '',
  upload_url: 'http://192.0.2.4/cgi-bin/notify.cgi',
  login: 'myusername',
  password: 'mypassword',
  proxy_host: '',
  proxy_port: '',
  proxy_login: '',
  proxy_password: '',
  qos: '0',
}

test('an action has the parameters of its recipient, and no secret is told', async () => {
  const answer = await client.addAction('com.axis.action.fixed.notification.http', NOTIFICATION)
  expect(answer).toBe(
    '<aa:AddActionConfigurationResponse><aa:ConfigurationID>1</aa:ConfigurationID></aa:AddActionConfigurationResponse>',
  )
  const listed = await client.actions()
  expect(listed).toMatch(
    /^<aa:GetActionConfigurationsResponse><aa:ActionConfigurations><aa:ActionConfiguration><aa:ConfigurationID>1<\/aa:ConfigurationID><aa:Name>Do it<\/aa:Name><aa:TemplateToken>com.axis.action.fixed.notification.http<\/aa:TemplateToken><aa:Parameters><aa:Parameter Value="The message to send" Name="message">/,
  )
  expect(listed).toContain('<aa:Parameter Value="" Name="password">')
  expect(listed).not.toContain('mypassword')
  const [stored] = client.store.configurations.all()
  expect(stored && client.store.configurationValues(stored)).toMatchObject({
    upload_url: NOTIFICATION.upload_url,
    password: 'mypassword',
  })
})

test('names of rules and recipients are taken once', async () => {
  const action = await client.endAction()
  await client.addRule({ start: CALLING, action })
  expect(await client.addRule({ start: CALLING, action })).toContain('This name is in use.')
  const tcp = { host: '192.0.2.4', port: '8001' }
  await client.addRecipient('com.axis.recipient.tcp', tcp)
  expect(await client.addRecipient('com.axis.recipient.tcp', tcp)).toContain('This name is in use.')
})

test.each([
  ['com.axis.action.fixed.ptz', {}, 'ActionTemplateNotFoundFault'],
  // As a client of an older device sends it.
  [
    'com.axis.action.fixed.notification.tcp',
    { message: '', period: '1', qos: '0', port: '80', host: '192.0.2.4' },
    'ParametersMissmatchFault',
  ],
  ['com.axis.action.fixed.notification.tcp', { message: 'a' }, 'InvalidActionConfigurationFault'],
  ['com.lintel.action.fixed.virtualinput', { port: '33' }, 'InvalidActionConfigurationFault'],
  [
    'com.axis.action.fixed.notification.http',
    { upload_url: 'ftp://192.0.2.4' },
    'InvalidActionConfigurationFault',
  ],
])('the action %s with %o is refused', async (template, values, expected) => {
  expect(faultIn(await client.addAction(template, values))).toBe(expected)
  expect(client.store.configurations.count()).toBe(0)
})

test.each([
  ['com.axis.recipient.fax', {}, 'RecipientTemplateNotFoundFault'],
  ['com.axis.recipient.tcp', { host: 'a', colour: 'red' }, 'ParametersMissmatchFault'],
  ['com.axis.recipient.tcp', { host: '' }, 'ParametersMissmatchFault'],
])('the recipient %s with %o is refused', async (template, values, expected) => {
  expect(faultIn(await client.addRecipient(template, values))).toBe(expected)
  expect(client.store.recipients.count()).toBe(0)
})

test('an action that a rule has stays', async () => {
  const action = await client.endAction()
  await client.addRule({ start: CALLING, action })
  const remove = () =>
    client.post(
      `<aa:RemoveActionConfiguration><aa:ConfigurationID>${action}</aa:ConfigurationID></aa:RemoveActionConfiguration>`,
    )
  expect(faultIn(await remove())).toBe('ActionConfigurationIsInUseFault')
  await client.post('<aa:RemoveActionRule><aa:RuleID>1</aa:RuleID></aa:RemoveActionRule>')
  expect(await remove()).toBe(
    '<aa:RemoveActionConfigurationResponse></aa:RemoveActionConfigurationResponse>',
  )
  expect(faultIn(await remove())).toBe('ActionConfigurationNotFoundFault')
})

test('a recipient to which a rule sends stays', async () => {
  const { store } = client
  const id = idIn(
    await client.addRecipient('com.axis.recipient.tcp', { host: '192.0.2.4', port: '80' }),
  )
  const template = 'com.axis.action.fixed.notification.tcp'
  const action = store.configurations.add({
    name: 'Tell',
    template,
    recipient: id,
    ...store.seal(template, { message: 'Hello' }),
  })
  expect(idIn(await client.addRule({ start: CALLING, action: action.id }))).toBe('1')
  // Its values are those of the action, as outside clients know it.
  expect(await client.actions()).toContain('<aa:Parameter Value="192.0.2.4" Name="host">')
  const remove = () =>
    client.post(
      `<aa:RemoveRecipientConfiguration><aa:ConfigurationID>${id}</aa:ConfigurationID></aa:RemoveRecipientConfiguration>`,
    )
  expect(await remove()).toContain('Action rules send to this recipient.')
  await client.post('<aa:RemoveActionRule><aa:RuleID>1</aa:RuleID></aa:RemoveActionRule>')
  expect(await remove()).toContain('RemoveRecipientConfigurationResponse')
  expect(faultIn(await client.addRule({ start: CALLING, action: action.id }))).toBe(
    'InvalidActionConfigurationFault',
  )
})

test('an id stands for the same thing for ever', async () => {
  const removed = await client.endAction()
  await client.addRule({ start: CALLING, action: removed })
  await client.removeRule('1')
  await client.post(
    `<aa:RemoveActionConfiguration><aa:ConfigurationID>${removed}</aa:ConfigurationID></aa:RemoveActionConfiguration>`,
  )
  const action = await client.endAction()
  expect([removed, action]).toEqual(['1', '2'])
  expect(idIn(await client.addRule({ start: CALLING, action }))).toBe('2')
  const tcp = { host: '192.0.2.4', port: '8001' }
  expect(idIn(await client.addRecipient('com.axis.recipient.tcp', tcp))).toBe('1')
  client.store.recipients.remove('1')
  expect(idIn(await client.addRecipient('com.axis.recipient.tcp', tcp))).toBe('2')
})

test('tokens are read from indented messages', async () => {
  expect(idIn(await client.addAction(`\n  ${END}\n`))).toBe('1')
  const tcp = { host: '192.0.2.4', port: '8001' }
  await client.addRecipient('\n com.axis.recipient.tcp ', tcp)
  expect(client.store.recipients.all()).toMatchObject([{ template: 'com.axis.recipient.tcp' }])
})

test('names that XML can’t hold don’t keep others from being listed', async () => {
  const { store } = client
  const action = await client.endAction()
  await client.addRule({ start: CALLING, action })
  const [rule] = store.rules.all()
  if (rule) store.rules.update(rule.id, { name: 'a\uFFFEb' })
  expect(await client.rules()).toContain('<aa:Name>a\uFFFDb</aa:Name>')
})

test('the device keeps so many actions, rules and recipients', async () => {
  const { store } = client
  const action = await client.endAction()
  const rule = { enabled: false, start: undefined, delay: 0, retries: 0, stopped: false }
  const made = { parameters: {}, secrets: {} }
  const upTo = (max: number, add: (name: string) => void) => {
    for (let number = 1; number < max; number += 1) add(`Number ${number}`)
  }
  store.change(() => {
    upTo(2 * ACTION_RULES_MAX, (name) =>
      store.configurations.add({ name, template: END, recipient: '', ...made }),
    )
    upTo(ACTION_RULES_MAX + 1, (name) =>
      store.rules.add({ ...rule, name, conditions: [], configuration: action }),
    )
    upTo(RECIPIENTS_MAX + 1, (name) =>
      store.recipients.add({ name, template: 'com.axis.recipient.tcp', ...made }),
    )
  })
  expect(await client.addAction(END)).toContain('The device keeps at most 200 actions.')
  expect(await client.addRule({ start: CALLING, action })).toContain(
    'The device keeps at most 100 action rules.',
  )
  const tcp = { host: '192.0.2.4', port: '8001' }
  const refused = await client.addRecipient('com.axis.recipient.tcp', tcp)
  expect(refused).toContain(`The device keeps at most ${RECIPIENTS_MAX} recipients.`)
  expect(refused).toContain('<SOAP-ENV:Value>SOAP-ENV:Receiver</SOAP-ENV:Value>')
})

test('only administrators use the service', async () => {
  expect(await client.post('<aa:GetActionRules/>', 'oper')).toContain('ter:NotAuthorized')
  const wsdl = await client.device.text('/wsdl/vapix/ActionService.wsdl', { as: 'root' })
  expect(wsdl).toContain('soapAction="http://www.axis.com/vapix/ws/action1/AddActionRule"')
  // Clients can write filters of their own.
  expect(wsdl).toMatch(
    /<xs:element name="StartEvent" minOccurs="0"><xs:complexType><xs:sequence><xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded">/,
  )
})

test('an action needs a possible name, and each parameter once', async () => {
  expect(await client.addAction(END, {}, 'a&#10;b')).toContain('The name is not possible.')
  const twice = await client.post(
    '<aa:AddActionConfiguration><aa:NewActionConfiguration><aa:TemplateToken>com.lintel.action.fixed.virtualinput</aa:TemplateToken><aa:Parameters><aa:Parameter Name="port" Value="1"/><aa:Parameter Name="port" Value="2"/></aa:Parameters></aa:NewActionConfiguration></aa:AddActionConfiguration>',
  )
  expect(faultIn(twice)).toBe('ParametersMissmatchFault')
  // The attributes have no namespace.
  const foreign = await client.post(
    '<aa:AddActionConfiguration><aa:NewActionConfiguration><aa:TemplateToken>com.lintel.action.fixed.virtualinput</aa:TemplateToken><aa:Parameters><aa:Parameter aa:Name="port" aa:Value="1"/></aa:Parameters></aa:NewActionConfiguration></aa:AddActionConfiguration>',
  )
  expect(faultIn(foreign)).toBe('ParametersMissmatchFault')
  expect(client.store.configurations.count()).toBe(0)
})

test('a product lists what it can do, and takes nothing else', async () => {
  const controller = await openTestDevice([actionWebService], undefined, productCalled('A1601'))
  onTestFinished(() => controller.close())
  controller.makeAccounts()
  const { body } = await sendSoap(controller, '<aa:GetActionTemplates/>')
  expect(body).toContain('com.axis.action.fixed.io.toggle')
  expect(body).not.toContain('send_images')
  expect(body).not.toContain('audioclip')
  const refused = await sendSoap(
    controller,
    '<aa:AddActionConfiguration><aa:NewActionConfiguration><aa:TemplateToken>com.axis.action.fixed.stop.audioclip</aa:TemplateToken></aa:NewActionConfiguration></aa:AddActionConfiguration>',
  )
  expect(faultIn(refused.body)).toBe('ActionTemplateNotFoundFault')
})
