import { expect, test } from 'vitest'
import { sizeText } from './size-text.tsx'

test('a size has the largest unit that fits, from the smallest that is asked for', () => {
  expect([0, 999, 1_000, 12_400_000, 64e9, 2e12, 5e16].map((size) => sizeText(size, 'en'))).toEqual(
    ['0 bytes', '999 bytes', '1 kB', '12.4 MB', '64 GB', '2 TB', '50,000 TB'],
  )
  expect(sizeText(100, 'en', 'kilobyte')).toBe('0.1 kB')
  expect(sizeText(256_000_000, 'fr')).toBe('256\u{202F}Mo')
})
