import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCTS } from '@lintel/contract/products/products'
import { expect, test } from 'vitest'
import { maskExchanges } from './mask.ts'
import { RECORDINGS, ownRecording } from './testing.ts'

/** What the boards of `tools/record-own.mjs` are set up with. */
const SECRETS = [
  /5EC0DE/i,
  /Recorded-0wn/,
  /lovelace/i,
  /babbage/i,
  /\bguard\b/,
  /frontdoor/i,
  /4711/,
]

test.each(PRODUCTS.map(({ number }) => number))(
  'the recording of %s has no secret left',
  (product) => {
    const recording = ownRecording(product)
    expect(recording.product).toBe(product)
    const text = readFileSync(join(RECORDINGS, product, 'recording.json'), 'utf8')
    for (const secret of SECRETS) expect(text).not.toMatch(secret)
    expect(text).not.toContain('root.Properties.API.Lintel')
    const again = maskExchanges(recording.exchanges, new URL('http://127.0.0.90:8080'))
    expect(again.counts).toEqual({
      serials: 0,
      secrets: 0,
      addresses: 0,
      mails: 0,
      people: 0,
      certificates: 0,
    })
    expect(again.exchanges).toEqual(recording.exchanges)
  },
)
