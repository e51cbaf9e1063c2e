import type { ParameterName } from './parameters/all.ts'

/** The name that a device has until somebody gives it another one. */
export const factoryName = (product: string, serial: string): string => `${product} - ${serial}`

/** Parameters by full name, as in a list. */
interface Texts {
  get(name: ParameterName): string | undefined
}

/**
 * The name that somebody gave the device, by which people tell it from others of the same product.
 * @param product its short name
 * @returns undefined while it has its factory name, or when it reports none
 */
export function givenName(values: Texts, product: string): string | undefined {
  const name = values.get('root.Network.Bonjour.FriendlyName')?.trim() || undefined
  const serial = values.get('root.Properties.System.SerialNumber') ?? ''
  return name === product || name === factoryName(product, serial) ? undefined : name
}

/** How much of the serial number tells devices of one maker apart, as printed on their labels. */
const SERIAL_END = 6

/**
 * What the tab of a device without a given name is called: the product, and the end of the serial
 * number, which the device tells anyone (`basicdeviceinfo.getAllUnrestrictedProperties`).
 */
export const namelessTitle = (product: string, serial = ''): string =>
  serial === '' ? product : `${product} ${serial.slice(-SERIAL_END)}`

/** The title of a page's tab: the device first, because tabs cut off the end. */
export const tabTitle = (device: string, page: string): string => `${device} · ${page}`
