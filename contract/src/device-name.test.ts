import { expect, test } from 'vitest'
import { factoryName, givenName, namelessTitle } from './device-name.ts'

const PRODUCT = 'AXIS A8307-E'
const values = (name: string) =>
  new Map([
    ['root.Network.Bonjour.FriendlyName', name],
    ['root.Properties.System.SerialNumber', 'B8A44F010203'],
  ])

test('a device is called by the name that somebody gave it, not by its factory name', () => {
  expect(givenName(values('Front door'), PRODUCT)).toBe('Front door')
  expect(givenName(values(factoryName(PRODUCT, 'B8A44F010203')), PRODUCT)).toBeUndefined()
  expect(givenName(values(PRODUCT), PRODUCT)).toBeUndefined()
  expect(givenName(values(' '), PRODUCT)).toBeUndefined()
  expect(givenName(new Map(), PRODUCT)).toBeUndefined()
})

test('without a given name, tabs show the end of the serial number', () => {
  expect(namelessTitle(PRODUCT, 'B8A44F010203')).toBe('AXIS A8307-E 010203')
  expect(namelessTitle(PRODUCT, '')).toBe(PRODUCT)
  expect(namelessTitle(PRODUCT)).toBe(PRODUCT)
})
