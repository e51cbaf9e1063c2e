import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../testing/temp-folder.ts'
import { trustCheckout, trustedKeys } from './trusted-keys.ts'

const newKey = () =>
  generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()

test('a data folder trusts the checkouts from which it was started, each once', () => {
  const [data, checkout] = [tempFolder(), tempFolder()]
  const file = join(checkout, 'key.pem')
  trustCheckout(data, file)
  expect(trustedKeys(data)).toEqual([])
  const [one, other] = [newKey(), newKey()]
  writeFileSync(file, one)
  trustCheckout(data, file)
  trustCheckout(data, file)
  expect(trustedKeys(data)).toEqual([one])
  writeFileSync(file, other)
  trustCheckout(data, file)
  expect(trustedKeys(data).toSorted()).toEqual([one, other].toSorted())
})
