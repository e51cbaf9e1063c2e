import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { choosePorts } from './ports.ts'
import type { Ports } from './ports.ts'

const at = { address: '127.0.0.1', benchAddress: '127.0.0.1' }
const ANY: Ports = { http: 0, https: 0, bench: 0, sip: 0, snmp: 0, rtsp: 0 }

/** A port in use. */
async function taken(port = 0): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('every 0 becomes a different free port', async () => {
  const chosen = await choosePorts({ ...at, ports: ANY })
  const numbers = Object.values('ports' in chosen ? chosen.ports : {})
  expect(new Set(numbers).size).toBe(6)
  for (const number of numbers) {
    expect(number).toBeGreaterThanOrEqual(20_000)
    // Below the range of outgoing connections.
    expect(number).toBeLessThan(32_000)
    expect(await taken(number)).toBe(number)
  }
})

test('ports in use are skipped, also at the end of the range', async () => {
  await taken(31_999)
  const chosen = await choosePorts({ ...at, ports: { ...ANY, http: 20_000 }, first: 31_998 })
  expect(chosen).toEqual({
    ports: { http: 20_000, https: 31_998, bench: 20_001, sip: 20_002, snmp: 20_004, rtsp: 20_005 },
  })
})

test('the port after SIP’s is left free for SIP over TLS', async () => {
  await taken(20_103)
  const ports = { ...ANY, http: 20_106 }
  expect(await choosePorts({ ...at, ports, first: 20_100 })).toEqual({
    ports: { http: 20_106, https: 20_100, bench: 20_101, sip: 20_104, snmp: 20_107, rtsp: 20_108 },
  })
})

test('a requested port that is in use is reported by its name', async () => {
  const number = await taken()
  for (const port of ['http', 'https', 'bench'] as const) {
    expect(await choosePorts({ ...at, ports: { ...ANY, [port]: number } })).toEqual({
      problem: { port, number, code: 'EADDRINUSE' },
    })
  }
  // Nothing listens for SIP yet, so nothing conflicts.
  const sip = await choosePorts({ ...at, ports: { ...ANY, sip: number } })
  expect(sip).toMatchObject({ ports: { sip: number } })
})

test('a port that is requested twice is reported', async () => {
  const ports = { ...ANY, http: 31_000, snmp: 31_000 }
  expect(await choosePorts({ ...at, ports })).toEqual({
    problem: { port: 'snmp', number: 31_000, code: 'same' },
  })
})

test("an address that is not this computer's is reported at once", async () => {
  const elsewhere = { address: '192.0.2.1', benchAddress: '127.0.0.1' }
  expect(await choosePorts({ ...elsewhere, ports: ANY })).toMatchObject({
    problem: { port: 'http', code: 'EADDRNOTAVAIL' },
  })
})
