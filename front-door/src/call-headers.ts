/** Headers of every call's response: nothing in it may run or load anything in a browser. */
export const CALL_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
} as const
