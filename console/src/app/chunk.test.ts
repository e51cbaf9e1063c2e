import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChunkError, loadChunk } from './chunk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

async function failureOf(loading: Promise<unknown>): Promise<ChunkError> {
  const failure: unknown = await loading.catch((thrown: unknown) => thrown)
  if (!(failure instanceof ChunkError)) throw new Error(`no chunk error: ${String(failure)}`)
  return failure
}

test('a chunk that loads is returned, and its timer is cleared', async () => {
  expect(await loadChunk('users', () => Promise.resolve(7))).toBe(7)
  expect(vi.getTimerCount()).toBe(0)
})

test('a chunk that fails is requested once more, a stylesheet is not', async () => {
  const load = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new TypeError('broke off'))
  expect(await loadChunk('users', load.mockResolvedValueOnce(7))).toBe(7)
  expect(load).toHaveBeenCalledTimes(2)
  const style = vi.fn(() => Promise.reject(new Error('Unable to preload CSS for /a.css')))
  await failureOf(loadChunk('users', style))
  expect(style).toHaveBeenCalledTimes(1)
})

test('a chunk times out after 120 s (SHELL-25)', async () => {
  const failure = failureOf(loadChunk('users', () => new Promise(() => {})))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toMatchObject({ chunk: 'users', type: 'timeout' })
})

test('a failed chunk is named with its type and its request (SHELL-26)', async () => {
  const url = 'http://door/webapp/hw/assets/users-1.js'
  const failure = await failureOf(
    loadChunk('users', () =>
      Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${url}`)),
    ),
  )
  expect(failure).toMatchObject({ chunk: 'users', type: 'error', request: url })
  expect(failure.message).toBe(`Loading chunk users failed.\n(error: ${url})`)
})

test('a failed stylesheet is reported the same way (SHELL-27)', async () => {
  const failure = await failureOf(
    loadChunk('users', () =>
      Promise.reject(new Error('Unable to preload CSS for /webapp/hw/assets/users.css')),
    ),
  )
  expect(failure).toMatchObject({ type: 'css', request: '/webapp/hw/assets/users.css' })
})

test('without a URL from the browser, the error names the chunk', async () => {
  const failure = await failureOf(
    loadChunk('users', () => Promise.reject(new TypeError('Importing a module script failed.'))),
  )
  expect(failure).toMatchObject({ type: 'error', request: 'users' })
})
