import { expect, test } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { openLog } from '../../log.ts'
import { openExchange, TRANSACTIONS } from './exchange.ts'
import type { Endpoint } from './exchange.ts'
import { openLadder } from './ladder.ts'
import type { Ports } from './ports.ts'
import type { Flow, Peer } from './transport/flow.ts'
import type { WireMessage } from './wire.ts'
import { writeMessage } from './wire.ts'

/** An exchange with an endpoint that only keeps what it receives. */
function open() {
  const sent: { to: Peer; text: string }[] = []
  const received: WireMessage[] = []
  const flowTo = (to: Peer): Flow => ({
    ...to,
    local: { address: '192.0.2.1', port: 5060 },
    send: async (text) => void sent.push({ to, text }),
    ping() {},
    pongs: () => 0,
    end() {},
  })
  const endpoint = {
    accountId: 'account',
    salt: 'salt',
    tls: { owner: '', identity: undefined, authorities: [], verify: true },
    publicAddress: () => undefined,
    receive: (message) => void received.push(message),
    onFailure: ({ message }) => message,
  } as Partial<Endpoint> as Endpoint
  const exchange = openExchange({
    clock: startClock(),
    log: openLog('silent'),
    ladder: openLadder(),
    ports: {
      onEnd() {},
      sentBy: () => '192.0.2.1:5060',
      flowTo: async (to) => flowTo(to),
    } as Partial<Ports> as Ports,
    settings: () => ({ switchToTcp: false }),
    endpointFor: () => endpoint,
  })
  return { exchange, endpoint, sent, received, flowTo }
}

const request = (method: string, branch: string, rport = '') =>
  [
    `${method} sip:door@192.0.2.1 SIP/2.0`,
    `Via: SIP/2.0/UDP 10.0.0.7:5070;branch=z9hG4bK${branch}${rport}`,
    `CSeq: 1 ${method}`,
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n')

test.each([
  ['', 5070],
  [';rport', 40_000],
])(
  'a call that rings while strangers send thousands of requests gets its answer all the same (%s)',
  async (rport, port) => {
    const { exchange, endpoint, sent, received, flowTo } = open()
    const phone = { protocol: 'udp', address: '198.51.100.7', port: 40_000 } as const
    exchange.receive(request('INVITE', 'a', rport), flowTo(phone))
    const { fields = [] } = received[0] ?? {}
    const stranger = flowTo({ ...phone, address: '203.0.113.9' })
    for (let count = 0; count < TRANSACTIONS; count += 1) {
      exchange.receive(request('OPTIONS', `b${count}`), stranger)
    }
    await exchange.send(endpoint, writeMessage({ line: 'SIP/2.0 200 OK', fields, body: '' }))
    expect(sent.map(({ to }) => to)).toEqual([{ ...phone, port }])
    expect(sent[0]?.text).toMatch(/^SIP\/2\.0 200 OK\r\n/)
  },
)
