import { PRODUCTS, productCalled } from '@lintel/contract/products/products'
import { createClient } from '@lintel/contract/client'
import { getServiceCapabilities } from '@lintel/contract/calls/intercom'
import { expect, onTestFinished, test } from 'vitest'
import { authorization, openTestDevice } from '../testing/test-device.ts'
import { intercomService } from './intercom.ts'

async function openDevice(number: string) {
  const device = await openTestDevice([intercomService], undefined, productCalled(number))
  onTestFinished(() => device.close())
  device.makeAccounts()
  return device
}

test('capabilities come bare, in the specification’s spelling and in the public one (DEVICE-56, SHELL-10)', async () => {
  const device = await openDevice('A8207-VE')
  const response = await device.fetch('/vapix/axdsapi', {
    as: 'root',
    method: 'POST',
    body: '{"GetServiceCapabilities":{}}',
  })
  expect(response.headers.get('content-type')).toContain('application/json')
  const { Capabilities, ...others } = (await response.json()) as Record<string, object>
  expect(others).toEqual({})
  expect(Capabilities).toMatchObject({
    Version: '1.3',
    hdmi: false,
    display: false,
    reader: true,
    pinKeypad: true,
    callKeypad: true,
    callButton: true,
    callButtonLED: true,
    uiLeds: [
      { ledId: 'CallButton', ledType: 'SingleColor' },
      { ledId: 'Reader', ledType: 'MultiColor' },
    ],
    lineOutGain: false,
    telecoilOutGain: true,
    Call: true,
    DTMFEvent: true,
    CallButton: true,
    CallKeypad: true,
    PinKeypad: true,
    Reader: true,
    SupportedParityType: ['None', 'Even', 'Odd', 'Fix0', 'Fix1'],
    SupportedKeypressOutputFormatWiegand: expect.arrayContaining(['FourBit', 'Wiegand26']),
    SupportedCallButtonIdleBehavior: ['Automatic', 'Off', 'On'],
    supportedCallButtonIdleBehavior: ['Automatic', 'Off', 'On'],
    IntegerValidators: expect.arrayContaining([{ Name: 'pinLength', Min: 0, Max: 32 }]),
  })
  expect(Capabilities).toHaveProperty(
    'SupportedCards',
    expect.arrayContaining([
      expect.objectContaining({ Name: 'MIFARE_DESFire', DataSources: ['CSN', 'Data', 'SecureId'] }),
    ]),
  )
})

test.each(PRODUCTS.filter(({ capabilities }) => capabilities).map(({ number }) => number))(
  'the client gets the capabilities of the %s as they are declared (SHELL-10)',
  async (number) => {
    const device = await openDevice(number)
    const client = createClient({
      base: device.url,
      headers: { authorization: authorization('root') },
    })
    const { Capabilities } = await client.call(getServiceCapabilities, {})
    expect(Capabilities).toMatchObject(productCalled(number).capabilities ?? {})
  },
)

test('only administrators are told', async () => {
  const device = await openDevice('A1601')
  for (const as of ['oper', 'view']) {
    const response = await device.fetch('/vapix/axdsapi', {
      as,
      method: 'POST',
      body: '{"axdsapi:GetServiceCapabilities":{}}',
    })
    expect(response.status).toBe(403)
  }
})
