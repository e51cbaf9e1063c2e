/** On the answers of calls: nothing in them may run or load anything when a browser shows them. */
export const CALL_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
} as const
