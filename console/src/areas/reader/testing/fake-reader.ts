import type { ProbeResult, IPAccessConnection } from '@lintel/contract/calls/card-reader'
import type { CardReaderConfiguration } from '@lintel/contract/card-reader'
import { READER } from '@lintel/contract/products/parts'
import { vi } from 'vitest'
import { readerIn } from '../reader-state.ts'

type Body = Record<string, unknown>

/** Stands for the device API in `fetch`, with a reader that has these settings. */
export function fakeReader(more: Partial<CardReaderConfiguration> = {}) {
  const fake = {
    state: readerIn(more),
    connections: [] as IPAccessConnection[],
    probed: { Status: 'OK', StatusText: '', IPAccessOptions: [] } as ProbeResult,
    /** Reasons with which these operations are refused. */
    refusals: {} as Record<string, string>,
    /** What happens before and after a write is stored; a rejection is a lost connection. */
    before: (): Promise<void> => Promise.resolve(),
    after: (): Promise<void> => Promise.resolve(),
    /** What was sent and changes or asks something, in order. */
    sent: [] as { operation: string; input: unknown }[],
  }

  function answerTo(operation: string, input: Body): object {
    if (operation === 'GetConfiguration') {
      return { Configuration: { Version: '1.3', CardReaderConfiguration: fake.state } }
    }
    if (operation === 'GetIPAccessConnections') return { IPAccessConnections: fake.connections }
    if (operation === 'GetServiceCapabilities') return { Capabilities: READER }
    if (!operation.endsWith('Configuration')) return {}
    fake.sent.push({ operation, input: written(input) })
    if (operation === 'ProbeIPAccessConfiguration') return fake.probed
    if (operation === 'UpdateIPAccessConfiguration') {
      const { IPAccessOptions } = fake.probed
      const { IPAccessConfiguration: server } = fake.state
      const RequestAccessConfiguration = IPAccessOptions.filter(({ Id }) => Id === input['Id'])
      fake.state = {
        ...fake.state,
        IPAccessConfiguration: { ...server, RequestAccessConfiguration },
      }
    }
    if (operation === 'UpdateConfiguration') {
      fake.state = { ...fake.state, ...(written(input) as Partial<CardReaderConfiguration>) }
    }
    return {}
  }

  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const [[name, input] = ['', {}]] = Object.entries(JSON.parse(body) as Record<string, Body>)
    const operation = name.replace('axdsapi:', '')
    const isWrite = operation === 'UpdateConfiguration'
    if (isWrite) await fake.before()
    const reason = fake.refusals[operation]
    if (reason !== undefined) return Response.json({ FaultMsg: reason }, { status: 400 })
    const answer = answerTo(operation, input)
    if (isWrite) await fake.after()
    return Response.json(answer)
  })
  return fake
}

/** Of a write only the members of the reader. */
const written = (input: Body): unknown => {
  const { Configuration } = input as { Configuration?: { CardReaderConfiguration: unknown } }
  return Configuration ? Configuration.CardReaderConfiguration : input
}

/** A lost connection. */
export const lost = (): Promise<void> => Promise.reject(new TypeError('connection lost'))

/** Holds what waits for it until it is opened. */
export function gate() {
  const waiting: (() => void)[] = []
  const opened = new Promise<void>((resolve) => waiting.push(resolve))
  return { wait: () => opened, open: () => waiting.forEach((resolve) => resolve()) }
}
