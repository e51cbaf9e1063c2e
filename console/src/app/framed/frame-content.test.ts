import { expect, test } from 'vitest'
import { contentOf, heightOf } from './frame-content.ts'

function frameAt(address: string, status = 200) {
  const contentWindow = {
    location: new URL(address, 'http://device.invalid'),
    performance: { getEntriesByType: () => [{ responseStatus: status }] },
  }
  return { contentWindow: contentWindow as unknown as Window }
}

const foreign = {
  get contentWindow(): Window {
    throw new DOMException('Blocked', 'SecurityError')
  },
}

test('a page is known by its whole address', () => {
  expect(contentOf(frameAt('/aca/index.html?a=b#settings'))).toEqual({
    kind: 'page',
    address: '/aca/index.html?a=b#settings',
  })
})

test('what is no page of the device is said to be what it is (EXPECT-35)', () => {
  expect(contentOf(frameAt('/sign-in?next=%2Faca%2Findex.html'))).toEqual({ kind: 'signIn' })
  expect(contentOf(frameAt('/aca/index.html', 404))).toEqual({ kind: 'refused' })
  expect(contentOf(frameAt('/aca/index.html', 503))).toEqual({ kind: 'refused' })
  expect(contentOf(frameAt('about:blank'))).toEqual({ kind: 'unknown' })
  expect(contentOf({ contentWindow: null })).toEqual({ kind: 'unknown' })
  expect(contentOf(foreign)).toEqual({ kind: 'unknown' })
})

test('a browser that does not tell the status shows the page', () => {
  const frame = frameAt('/aca/index.html')
  Object.assign(frame.contentWindow, { performance: { getEntriesByType: () => [] } })
  expect(contentOf(frame).kind).toBe('page')
})

test('a frame without a document has no height', () => {
  expect(heightOf({ contentDocument: null })).toBeUndefined()
})
