import { expect, test } from 'vitest'
import { uploadClip } from './clips.ts'

test.each([
  ['OK\nuploaded=5', undefined],
  ['Error: The file is empty.\n', 'The file is empty.'],
  ['400 Bad Request\r\nThe file is empty.', 'The file is empty.'],
  ['The file is empty.', 'The file is empty.'],
])('an answer of %j fails because: %s (DEVICE-124)', (text, reason) => {
  expect(uploadClip.format.faultIn(text)).toBe(reason)
})
