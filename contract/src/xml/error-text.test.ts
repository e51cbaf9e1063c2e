import { expect, test } from 'vitest'
import { errorInstead, errorText } from './error-text.ts'

test('of a page in HTML the title is read, of anything else the text (STORAGE-71, STORAGE-72)', () => {
  expect(errorText('<HTML><HEAD><TITLE>\n503 Busy </TITLE></HEAD><body>Error: no</body>')).toBe(
    '503 Busy',
  )
  expect(errorText('<!DOCTYPE html>\n<p>Wait</p>')).toBe('')
  expect(errorText(' Sector <7> is broken. ')).toBe('Sector <7> is broken.')
  expect(errorText('x'.repeat(1000))).toHaveLength(300)
})

test('in place of an answer there can be a page or a sentence, but XML that was cut off is neither', () => {
  expect(errorInstead('<html><head><title>503 Busy</title></head></html>')).toBe('503 Busy')
  expect(errorInstead('The device is busy.')).toBe('The device is busy.')
  expect(errorInstead('<?xml version="1.0"?><root><job progress="1')).toBeUndefined()
  expect(errorInstead('<html></html>')).toBeUndefined()
  expect(errorInstead(' ')).toBeUndefined()
})
