import { getMqttSettings } from '@lintel/contract/calls/mqtt'
import type { MqttSettings } from '@lintel/contract/calls/mqtt'
import type { Page } from '@playwright/test'
import type { Rig } from '../rig/rig.ts'

/** The page's controls. */
export const formOf = (page: Page) => ({
  state: page.locator('[data-field="state"]'),
  active: page.getByRole('switch', { name: 'Connect to the broker' }),
  protocol: page.getByLabel('Connection type'),
  host: page.getByRole('textbox', { name: 'Broker address' }),
  port: page.getByRole('textbox', { name: 'Broker port' }),
  user: page.getByRole('textbox', { name: 'Username' }),
  password: page.getByLabel('Password', { exact: true }),
  prefix: page.getByRole('textbox', { name: 'Topic prefix' }),
  authority: page.getByLabel('Trusted CA certificate'),
  certificate: page.getByLabel('Device certificate'),
  will: page.getByLabel('Last will', { exact: true }),
  willTopic: page.getByRole('textbox', { name: 'Last will topic' }),
  willMessage: page.getByRole('textbox', { name: 'Last will message' }),
  events: (name: string) => page.getByRole('radio', { name }),
  kind: (name: string) => page.getByRole('switch', { name, exact: true }),
  retained: page.getByLabel('Retained'),
  announce: page.getByRole('switch', { name: 'Announce the device' }),
  test: page.getByRole('button', { name: 'Test connection' }),
  save: page.getByRole('button', { name: 'Save', exact: true }),
  saved: page.getByText('The MQTT settings are saved.'),
})

/** The settings, read directly from the device. */
export const storedMqtt = (rig: Rig): Promise<MqttSettings> => rig.root.call(getMqttSettings, {})
