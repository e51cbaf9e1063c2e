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
    /** @type {Parameters<typeof withoutUnused>[2]} */ (
      /** @type {unknown} */ (parseSync('file.ts', code).program)
    ),
  )

test('browser builds contain the codecs of parameters without their bounds and rules', () => {
  const code =
    "export const net = group('Net', { Name: text(63, hostName), Port: whole(1, 9), Sizes: choice(SIZES) })"
  const pure = '/* @__PURE__ */'
  expect(built('parameters/net.ts', code)).toBe(
    `export const net = ${pure} group('Net', { Name: ${pure} text(), Port: ${pure} whole(1, 9), Sizes: ${pure} choice() })`,
  )
})

test('browser builds can leave out schemas that a file’s own functions put together', () => {
  const code = 'const text = (max) => v.string(max); const row = v.object({ Name: text(9) })'
  const pure = '/* @__PURE__ */'
  expect(built('calls/net.ts', code)).toBe(
    `const text = (max) => ${pure} v.string(max); const row = ${pure} v.object({ Name: ${pure} text(9) })`,
  )
})

test('browser builds contain the declarations of calls without their schemas', () => {
  const code =
    "export const get = jsonCall({ id: 'net.get', codes: 'older', request: v.object({}), access: 'admin' })"
  expect(built('calls/net.ts', code)).toBe(
    "export const get = /* @__PURE__ */ jsonCall({ id: 'net.get', codes: 'older', })",
  )
})

test('browser builds contain neither the encoders of formats nor what several calls share of the rest', () => {
  const code =
    "const common = { path: '/net', access: 'admin' } as const; export const get = textCall({ ...common, format: { encode, decode } })"
  expect(built('calls/net.ts', code)).toBe(
    "const common = { path: '/net', } as const; export const get = /* @__PURE__ */ textCall({ ...common, format: { decode } })",
  )
})
