import type { RequestInfo } from './request-info.ts'

/** Response headers by lower-case name. */
export type AnswerHeaders = Record<string, string | string[]>

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Headers of every response. */
export const everyAnswer = ({ id }: Pick<RequestInfo, 'id'>) => ({ 'x-request-id': id, ...ALWAYS })

/** Headers of every call's response: nothing in it may run or load anything in a browser. */
export const CALL_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
} as const

/** The headers with which every call's response begins. */
export const callHeaders = ({ id }: Pick<RequestInfo, 'id'>): AnswerHeaders => ({
  'x-request-id': id,
  ...ALWAYS,
  ...CALL_HEADERS,
})
