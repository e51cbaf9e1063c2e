import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { answersAt } from './answers.ts'
import { fakeTime } from './testing/fake-time.ts'

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const serverThat = (listener: RequestListener) => listening(createServer(listener))

test('a listener that answers anything works; a closed address is not asked', async () => {
  const url = await serverThat((_request, response) => response.writeHead(500).end())
  expect(await answersAt([url, ''], fakeTime())).toBe(true)
})

test('nothing works that refuses, closes, or speaks something else', async () => {
  const good = await serverThat((_request, response) => response.end())
  const closing = await serverThat((request) => request.socket.destroy())
  const strange = await listening(createTcpServer((socket) => void socket.end('hello\n')))
  for (const url of [closing, strange, 'http://127.0.0.1:1', good.replace('http', 'https')]) {
    expect(await answersAt([good, url], fakeTime()), url).toBe(false)
  }
})

test('a listener that is silent for 10 s does not work', async () => {
  const server = createServer(() => {})
  const url = await listening(server)
  const time = fakeTime()
  const answer = answersAt([url], time)
  await once(server, 'request')
  time.pass(10_000)
  expect(await answer).toBe(false)
})
