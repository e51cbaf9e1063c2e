const CONTENT = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
]

const FORBIDDEN =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), midi=(), payment=(), usb=()'

/**
 * Headers of every page: no inline script or style, nothing from or to another host. `data:` images
 * are the small icons that a build puts into its style sheets.
 */
export const PAGE_HEADERS = {
  'content-security-policy': CONTENT.join('; '),
  'permissions-policy': `${FORBIDDEN}, microphone=()`,
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

/**
 * Headers of a page that records with the microphone, and plays what it has recorded. The browser
 * still asks the person.
 */
export const RECORDING_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': [...CONTENT, "media-src 'self' blob:"].join('; '),
  'permissions-policy': `${FORBIDDEN}, microphone=(self)`,
} as const

export const HTML_TYPE = 'text/html; charset=utf-8'

/** For files whose name changes with their content. */
export const FOREVER = 'public, max-age=31536000, immutable'
/** For files that may be cached but must be revalidated: the answer is a 304. */
export const REVALIDATE = 'no-cache'
