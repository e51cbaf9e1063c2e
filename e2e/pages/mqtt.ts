import { getMqttSettings, saveMqttSettings } from '@lintel/contract/calls/mqtt'
import { expect } from '../fixture.ts'
import { formOf, storedMqtt } from '../mqtt/form.ts'
import type { Rig } from '../rig/rig.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing, notSaved, saveButton, submitButton } from './parts.ts'

/** Changes the topic prefix, as another administrator. */
async function changePrefix(rig: Rig): Promise<void> {
  const { active, client, publication, discovery } = await storedMqtt(rig)
  const changed = { ...client, deviceTopicPrefix: 'home/theirs' }
  await rig.root.call(saveMqttSettings, { active, client: changed, publication, discovery })
}

export const mqtt: readonly PageDescriptor[] = [
  {
    route: '/mqtt',
    about: getMqttSettings,
    menu: { English: 'MQTT', German: 'MQTT' },
    ready: (page) => expect(page.locator('input[name="host"]')).toBeVisible(),
    openings: [
      { what: 'the settings', calls: ['mqtt.get'], inside: true, failed: couldNotLoad },
      { what: 'the state', calls: ['mqtt.status'], inside: true, failed: couldNotLoad },
    ],
    forms: [
      {
        what: 'the broker',
        call: 'mqtt.save',
        async fill(page) {
          await formOf(page).host.fill('192.0.2.7')
          await formOf(page).prefix.fill('home/gate')
        },
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(formOf(page).prefix).toHaveValue('home/gate'),
        async saved(page) {
          await expect(saveButton(page)).toHaveCount(0)
          await expect(formOf(page).prefix).toHaveValue('home/gate')
        },
        stored: async (rig) => (await storedMqtt(rig)).client.deviceTopicPrefix === 'home/gate',
      },
    ],
    restart: {
      before: (page) => formOf(page).host.fill('192.0.2.7'),
      change: changePrefix,
      async after(page) {
        await expect(formOf(page).host).toHaveValue('192.0.2.7')
        await expect(formOf(page).prefix).toHaveValue('home/theirs')
      },
    },
    pictures: [
      { name: 'factory' },
      {
        name: 'all fields, with errors',
        async act(page) {
          await page.locator('input[name="active"]').check()
          await page.locator('select[name="protocol"]').selectOption('wss')
          await page.locator('select[name="will"]').selectOption('own')
          await page.locator('input[value="some"]').check()
          await page.locator('input[name="homeAssistant"]').check()
          await page.locator('input[name="discoveryPrefix"]').fill('a/#')
          await submitButton(page).click()
        },
      },
      {
        name: 'events and Home Assistant',
        async act(page) {
          await page.locator('select[name="will"]').selectOption('own')
          await page.locator('input[value="some"]').check()
          await page.locator('input[name="homeAssistant"]').check()
          await page.locator('select[name="qos"]').scrollIntoViewIfNeeded()
        },
      },
      {
        name: 'not reachable',
        before: async (rig) => {
          const { client, publication, discovery } = await storedMqtt(rig)
          const server = { ...client.server, host: '127.0.0.1', port: 1 }
          await rig.root.call(saveMqttSettings, {
            active: true,
            client: { ...client, server },
            publication,
            discovery,
          })
        },
        async act(page) {
          await page.locator('[data-field="test"]').click()
          await expect(page.getByText('ECONNREFUSED')).toHaveCount(2)
          await page.locator('h1').scrollIntoViewIfNeeded()
        },
      },
      { name: 'fails', before: failing('mqtt.get') },
    ],
  },
]
