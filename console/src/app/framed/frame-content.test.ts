import { expect, test } from 'vitest'
import { contentOf, heightOf } from './frame-content.ts'

function frameAt(address: string, status = 200) {
  const contentWindow = {
    location: new URL(address, 'http://device.invalid'),
    performance: { getEntriesByType: () => [{ responseStatus: status }] },
  }
  return { contentWindow: contentWindow as unknown as Window }
}

/** Of a frame that was to load the camera's settings. */
const kindOf = (frame: Parameters<typeof contentOf>[0]) =>
  contentOf(frame, '/aca/index.html?aca=yes#settings')

const foreign = {
  get contentWindow(): Window {
    throw new DOMException('Blocked', 'SecurityError')
  },
}

test('a page is recognised by its whole URL', () => {
  expect(kindOf(frameAt('/aca/index.html?a=b#settings'))).toEqual({
    kind: 'page',
    address: '/aca/index.html?a=b#settings',
  })
})

test('content that is not a page of the device is classified (EXPECT-35)', () => {
  expect(kindOf(frameAt('/sign-in?next=%2Faca%2Findex.html'))).toEqual({ kind: 'signIn' })
  expect(kindOf(frameAt('/aca/index.html', 404))).toEqual({ kind: 'refused' })
  expect(kindOf(frameAt('/aca/index.html', 503))).toEqual({ kind: 'refused' })
  // A page of the device, but another one.
  expect(kindOf(frameAt('/webapp/hw/'))).toEqual({ kind: 'unknown' })
  expect(contentOf(frameAt('/webapp/hw/'), undefined).kind).toBe('page')
  expect(kindOf(frameAt('about:blank'))).toEqual({ kind: 'unknown' })
  expect(kindOf({ contentWindow: null })).toEqual({ kind: 'unknown' })
  expect(kindOf(foreign)).toEqual({ kind: 'unknown' })
})

test('without a status from the browser the page is shown', () => {
  const frame = frameAt('/aca/index.html')
  Object.assign(frame.contentWindow, { performance: { getEntriesByType: () => [] } })
  expect(kindOf(frame).kind).toBe('page')
})

test('a frame without a document has no height', () => {
  expect(heightOf({ contentDocument: null })).toBeUndefined()
})
