import type { ProbeResult, IPAccessConnection } from '@lintel/contract/calls/card-reader'
import type { CardReaderConfiguration } from '@lintel/contract/card-reader'
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
    /** What was sent and changes or asks something, in order. */
    sent: [] as { operation: string; input: unknown }[],
  }

  function answerTo(operation: string, input: Body): object {
    if (operation === 'GetConfiguration') {
      return { Configuration: { Version: '1.3', CardReaderConfiguration: fake.state } }
    }
    if (operation === 'GetIPAccessConnections') return { IPAccessConnections: fake.connections }
    fake.sent.push({ operation, input: written(input) })
    if (operation === 'ProbeIPAccessConfiguration') return fake.probed
    if (operation === 'UpdateConfiguration') {
      fake.state = { ...fake.state, ...(written(input) as Partial<CardReaderConfiguration>) }
    }
    return {}
  }

  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const [[name, input] = ['', {}]] = Object.entries(JSON.parse(body) as Record<string, Body>)
    const operation = name.replace('axdsapi:', '')
    const reason = fake.refusals[operation]
    const response =
      reason === undefined
        ? Response.json(answerTo(operation, input))
        : Response.json({ FaultMsg: reason }, { status: 400 })
    return Promise.resolve(response)
  })
  return fake
}

/** Of a write only the members of the reader. */
const written = (input: Body): unknown => {
  const { Configuration } = input as { Configuration?: { CardReaderConfiguration: unknown } }
  return Configuration ? Configuration.CardReaderConfiguration : input
}
