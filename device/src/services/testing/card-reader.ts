/** A device with a card reader, and settings of it as clients write them. */
import { getConfiguration } from '@lintel/contract/calls/intercom'
import { createClient } from '@lintel/contract/client'
import { productCalled } from '@lintel/contract/products/products'
import { onTestFinished } from 'vitest'
import { intercomService } from '../intercom/intercom.ts'
import { authorization, openTestDevice } from './test-device.ts'

/** A product with its device API until the end of the test. */
export async function openReader(number?: string) {
  const reader = await startReader(number)
  onTestFinished(() => reader.device.close())
  return reader
}

/** A product with its device API, and what speaks to it as root. */
export async function startReader(number = 'A8207-VE') {
  const device = await openTestDevice([intercomService], undefined, productCalled(number))
  device.makeAccounts()
  const post = (operation: string, input: object = {}, headers: Record<string, string> = {}) =>
    device.fetch('/vapix/axdsapi', {
      as: 'root',
      method: 'POST',
      headers,
      body: JSON.stringify({ [`axdsapi:${operation}`]: input }),
    })
  const client = createClient({
    base: device.url,
    headers: { authorization: authorization('root') },
  })
  return {
    device,
    post,
    client,
    /** Writes members of the card reader's settings. */
    write: (CardReaderConfiguration: object, operation = 'UpdateConfiguration') =>
      post(operation, { Configuration: { CardReaderConfiguration } }),
    read: async () => {
      const { Configuration } = await client.call(getConfiguration, {})
      return Configuration.CardReaderConfiguration
    },
  }
}

export const data = (change: object = {}) => ({
  name: 'Serial',
  cardType: 'UID/CSN',
  dataSource: 'CSN',
  ...change,
})

export const desfire = (encryption: object = {}, change: object = {}) =>
  data({
    name: 'Badge',
    cardType: 'MIFARE_DESFire',
    dataSource: 'Data',
    DESFireEncryption: {
      AID: 'F48120',
      fileNbr: 0,
      commMode: 'Encrypted',
      keyType: 'EV1_AES',
      keyNbr: 1,
      key: 'd00fd00fd00fd00fd00fd00fd00fd00f',
      ...encryption,
    },
    ...change,
  })

export const classic = (encryption: object = {}) =>
  data({
    name: 'Old badge',
    cardType: 'MIFARE_Classic',
    dataSource: 'Data',
    MifareClassicEncryption: {
      keyA: 'c1a551ca0001',
      startSector: 1,
      startBlock: 0,
      skipLastBlockInSector: true,
      ...encryption,
    },
  })

export const ultralight = (key: string) =>
  data({
    name: 'Ticket',
    cardType: 'MIFARE_Ultralight',
    dataSource: 'Data',
    MifareULEncryption: { key },
  })

export const server = (change: object = {}) => ({
  Scheme: 'https',
  Address: 'doors.example',
  Username: 'gate',
  Password: 'open-sesame',
  VerifyCertificate: true,
  IPProtocol: 'RequestAccess',
  RequestAccessConfiguration: [{ Id: 'Axis-1', Name: 'Front door' }],
  ...change,
})

export const wiegand = (change: object = {}) => ({
  nbrOfLEDPins: 2,
  LED1Pin: 'I1',
  LED2Pin: 'I2',
  beeper: false,
  LEDColorDefault: 'Off',
  LEDColor0: 'Red',
  LEDColor1: 'Green',
  LEDColor00: 'Off',
  LEDColor01: 'Green',
  LEDColor10: 'Red',
  LEDColor11: 'Amber',
  keypressFormat: 'Wiegand26',
  keypressFacilityCode: 255,
  ...change,
})

export const output = (change: object = {}, Custom: object = {}) => ({
  cardFormat: 'Custom',
  cardFacilityCodeOverrideMode: 'Override',
  cardFacilityCode: 2_147_483_647,
  Custom: {
    facilityCodeSize: 64,
    cardNumberSize: 64,
    startParity: 'Even',
    startParityBits: 64,
    stopParity: 'Fix1',
    stopParityBits: 0,
    ...Custom,
  },
  ...change,
})
