import { randomBytes } from 'node:crypto'

/**
 * A serial number, which is a MAC address without colons (twelve upper-case hexadecimal digits).
 * Locally administered (IEEE 802, second bit of the first byte), so that it is no real hardware's.
 */
export function makeSerial(random: (bytes: number) => Uint8Array = randomBytes): string {
  const device = Array.from(random(3), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `AECC8E${device.toUpperCase()}`
}

/** A serial number as people write it (`ae:cc:8e:01:23:45`); undefined if it is not one. */
export function readSerial(text: string): string | undefined {
  const digits = text.replaceAll(/[:-]/g, '').toUpperCase()
  return /^[0-9A-F]{12}$/.test(digits) ? digits : undefined
}
