import { expect, test } from 'vitest'
import { bytesOf, methods, readStun, requestOf } from './stun.ts'

const KEY = Buffer.from('password')

test('what follows the signature of a message is ignored: anybody may have added it', () => {
  const request = requestOf(methods.BINDING).setAttribute('PRIORITY', 1)
  const signed = bytesOf(request, KEY)
  const added = Buffer.from([0x00, 0x25, 0, 0, 0x00, 0x24, 0, 4, 0, 0, 0, 9])
  // In place of the checksum.
  const forged = Buffer.concat([signed.subarray(0, -8), added])
  forged.writeUInt16BE(forged.length - 20, 2)
  const read = readStun(forged, KEY)
  expect(read?.getAttributeValue('PRIORITY')).toBe(1)
  expect(read?.attributesKeys).not.toContain('USE-CANDIDATE')
  expect(readStun(signed, KEY)?.getAttributeValue('PRIORITY')).toBe(1)
})

test('a message with a wrong signature, a damaged one or none is not read', () => {
  const signed = bytesOf(requestOf(methods.BINDING), KEY)
  expect(readStun(signed, Buffer.from('another'))).toBeUndefined()
  expect(readStun(bytesOf(requestOf(methods.BINDING)), KEY)).toBeUndefined()
  for (let end = 0; end < signed.length - 8; end += 1) {
    expect(readStun(signed.subarray(0, end), KEY)).toBeUndefined()
  }
})
