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

test('a page is recognised by its whole URL', () => {
  expect(contentOf(frameAt('/aca/index.html?a=b#settings'))).toEqual({
    kind: 'page',
    address: '/aca/index.html?a=b#settings',
  })
})

test('content that is not a page of the device is classified (EXPECT-35)', () => {
  expect(contentOf(frameAt('/sign-in?next=%2Faca%2Findex.html'))).toEqual({ kind: 'signIn' })
  expect(contentOf(frameAt('/aca/index.html', 404))).toEqual({ kind: 'refused' })
  expect(contentOf(frameAt('/aca/index.html', 503))).toEqual({ kind: 'refused' })
  expect(contentOf(frameAt('about:blank'))).toEqual({ kind: 'unknown' })
  expect(contentOf({ contentWindow: null })).toEqual({ kind: 'unknown' })
  expect(contentOf(foreign)).toEqual({ kind: 'unknown' })
})

test('without a status from the browser the page is shown', () => {
  const frame = frameAt('/aca/index.html')
  Object.assign(frame.contentWindow, { performance: { getEntriesByType: () => [] } })
  expect(contentOf(frame).kind).toBe('page')
})

test('a frame without a document has no height', () => {
  expect(heightOf({ contentDocument: null })).toBeUndefined()
})
