import { once } from 'node:events'
import { createServer } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from './testing/certificate.ts'
import { askItself, contextOf } from './tls.ts'

test('a handshake counts only if the expected certificate is presented', async () => {
  const [shown, other] = await Promise.all([makeCertificate('shown'), makeCertificate('other')])
  const server = createServer(contextOf(shown)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  await askItself(server, shown)
  await expect(askItself(server, other)).rejects.toThrow('Another certificate')
})
