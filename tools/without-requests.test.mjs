import { parseSync } from 'rolldown/experimental'
import { expect, test } from 'vitest'
import { withoutUnused } from './without-requests.mjs'

/**
 * @param {string} path
 * @param {string} code
 */
const built = (path, code) =>
  withoutUnused(
    `/contract/src/${path}`,
    code,
    /** @type {any} */ (parseSync('file.ts', code).program),
  )

test('browser builds contain the codecs of parameters without their bounds and rules', () => {
  const code =
    "export const net = group('Net', { Name: text(63, hostName), Port: whole(1, 9), Sizes: choice(SIZES) })"
  const pure = '/* @__PURE__ */'
  expect(built('parameters/net.ts', code)).toBe(
    `export const net = ${pure} group('Net', { Name: ${pure} text(), Port: ${pure} whole(1, 9), Sizes: ${pure} choice() })`,
  )
})

test('browser builds contain the declarations of calls without their schemas', () => {
  const code =
    "export const get = jsonCall({ id: 'net.get', request: v.object({}), access: 'admin' })"
  expect(built('calls/net.ts', code)).toBe(
    "export const get = /* @__PURE__ */ jsonCall({ id: 'net.get', request: undefined, access: undefined })",
  )
})
