import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pressKey } from '@lintel/contract/bench'
import { serve } from '@lintel/front-door/serve'
import { expect, onTestFinished, test } from 'vitest'
import { createRouter } from './router.ts'

test("a call's signal aborts when the client disconnects, and not before", async () => {
  let signal: AbortSignal | undefined
  let answer = () => {}
  const route = createRouter([
    serve(pressKey, (_input, context) => {
      signal = context.signal
      return new Promise((resolve) => {
        answer = () => resolve({})
      })
    }),
  ])
  const server = createServer((incoming, response) => {
    void route(incoming.url ?? '', incoming, response)
  })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const headers = { 'content-type': 'application/json' }
  const client = request({ port, path: pressKey.path, method: 'POST', headers })
  client.on('error', () => {})
  client.end('{"key":"1"}')
  await expect.poll(() => signal).toBeDefined()
  // The request has been read and closed by now.
  await new Promise((resolve) => setImmediate(resolve))
  expect(signal?.aborted).toBe(false)
  client.destroy()
  await expect.poll(() => signal?.aborted).toBe(true)
  answer()
})
