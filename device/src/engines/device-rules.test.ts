import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDevice } from '../services/testing/test-device.ts'

test('messages are numbered, and tell of the device', async () => {
  const device = await openTestDevice([])
  onTestFinished(() => device.close())
  let heard = ''
  const server = createServer((socket) => {
    socket.on('data', (data) => (heard += String(data)))
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { actionRuleStore: store, actionRules } = device
  const template = 'com.axis.action.fixed.notification.tcp'
  const parameters = { host: '127.0.0.1', port: String(port), message: '#s #s #M' }
  const action = store.seal(template, parameters)
  const { id: configuration } = store.configurations.add({
    name: 'Tell',
    template,
    recipient: '',
    ...action,
  })
  const rule = { name: 'Tell', enabled: true, start: undefined, conditions: [] }
  const { id } = store.rules.add({ ...rule, configuration, delay: 0, retries: 0, stopped: false })
  actionRules.start()
  actionRules.run(id)
  await expect.poll(() => actionRules.waiting()).toBe(0)
  actionRules.run(id)
  const mac = device.plugged.serial.replaceAll(/..(?!$)/g, '$&:')
  await expect.poll(() => heard).toBe(`00001 00001 ${mac}\n00002 00002 ${mac}\n`)
})
