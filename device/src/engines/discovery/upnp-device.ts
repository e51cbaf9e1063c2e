import { createHash } from 'node:crypto'
import { XML_DECLARATION, writable, writeXml } from '@lintel/contract/xml/write'
import { element } from '@lintel/contract/xml/element'
import type { Product } from '@lintel/contract/products/product'

/** A device with nothing to control, but with a web page. Source: UPnP Basic:1 1.0. */
export const DEVICE_TYPE = 'urn:schemas-upnp-org:device:Basic:1'

const NAMESPACE = 'urn:schemas-upnp-org:device-1-0'
/** Maximum length of a friendly name and of a model (UPnP Device Architecture 1.1 §2.3). */
const NAME_MAX = 63

/** The device's UUID, derived from the serial number so that it never changes (RFC 9562 §5.5). */
export function uuidOf(serial: string): string {
  const digits = createHash('sha1').update(`lintel ${serial}`).digest('hex')
  const variant = ((Number.parseInt(digits.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `5${digits.slice(13, 16)}`,
    variant + digits.slice(18, 20),
    digits.slice(20, 32),
  ]
  return parts.join('-')
}

/** `uuid:…`, as UPnP names the device. */
export const udnOf = (serial: string): string => `uuid:${uuidOf(serial)}`

/** Control points look for unprefixed names: all are in the root's namespace. */
const one = (name: string, content: string) => element('', name, content)

/**
 * The device description. Source: UPnP Device Architecture 1.1 §2.3.
 * @param origin the origin under which the caller reached the device
 */
export function descriptionOf(
  { brand, number }: Product,
  serial: string,
  friendlyName: string,
  origin: string,
): string {
  const name = writable(friendlyName) ? friendlyName : brand.shortName
  const parts = [
    element('', 'specVersion', [one('major', '1'), one('minor', '1')]),
    element('', 'device', [
      one('deviceType', DEVICE_TYPE),
      one('friendlyName', name.slice(0, NAME_MAX)),
      one('manufacturer', brand.name),
      one('manufacturerURL', brand.website),
      one('modelDescription', brand.fullName),
      one('modelName', brand.shortName.slice(0, NAME_MAX)),
      one('modelNumber', number),
      one('serialNumber', serial),
      one('UDN', udnOf(serial)),
      one('presentationURL', `${origin}/`),
    ]),
  ]
  const root = element('', 'root', parts, [{ name: 'xmlns', namespace: '', value: NAMESPACE }])
  return `${XML_DECLARATION}${writeXml(root, {})}\n`
}
