import { PORT_TOPICS, RULE_TOPICS, TOPICS } from '@lintel/contract/events'
import type { Topic } from '@lintel/contract/events'
import { expect, test } from 'vitest'
import { withEvent } from './happenings.ts'
import type { Happening, Known } from './happenings.ts'

/** The list after these events, a second apart. */
function listAfter(
  ...events: [topic: Topic, data: Record<string, string>, source?: Record<string, string>][]
): readonly Happening[] {
  const known: Known = new Map()
  return events.reduce<readonly Happening[]>(
    (list, [topic, data, source = {}], second) =>
      withEvent(list, known, { topic, data, source, at: new Date(second * 1000).toISOString() }),
    [],
  )
}

const input = (LogicalState: string): [Topic, Record<string, string>, Record<string, string>] => [
  PORT_TOPICS.input,
  { LogicalState },
  { InputToken: '2' },
]

test('the latest is first', () => {
  const list = listAfter([RULE_TOPICS.callButton, {}], [TOPICS.shock, {}])
  expect(list.map(({ what }) => what)).toEqual(['shock', 'callButton'])
})

test('a normal state is listed once it has been different', () => {
  expect(listAfter(input('false'))).toEqual([])
  const list = listAfter(input('false'), input('true'), input('false'))
  expect(list.map(({ what, port }) => [what, port])).toEqual([
    ['inputInactive', 2],
    ['inputActive', 2],
  ])
})

test('states that a device reports again after a restart are not listed again', () => {
  const lost = (value: string): [Topic, Record<string, string>] => [
    RULE_TOPICS.networkLost,
    { lost: value },
  ]
  const list = listAfter(
    input('true'),
    lost('0'),
    input('true'),
    lost('0'),
    lost('1'),
    input('false'),
  )
  expect(list.map(({ what }) => what)).toEqual(['inputInactive', 'networkLost', 'inputActive'])
})

test('every shock is listed', () => {
  expect(listAfter([TOPICS.shock, {}], [TOPICS.shock, {}])).toHaveLength(2)
})

test('an event that arrives twice is listed once (EXPECT-20)', () => {
  const event = { topic: TOPICS.shock, at: '2026-11-20T13:07:32.000Z', data: {}, source: {} }
  const known: Known = new Map()
  const once = withEvent([], known, event)
  expect(withEvent(once, known, event)).toBe(once)
})

test.each([
  [TOPICS.cardReader, { State: 'PinEntered', Keys: '4' }, 'pinEntered', {}],
  [
    TOPICS.cardReader,
    { State: 'CardRefused', CardType: 'MIFARE_Classic' },
    'cardRefused',
    { type: 'MIFARE Classic' },
  ],
  [
    TOPICS.access,
    { AccessGranted: 'true', AccessPoint: 'Gate' },
    'accessGranted',
    { name: 'Gate' },
  ],
  [
    TOPICS.callStateChange,
    { Reason: 'Initiated', RemoteURI: 'sip:desk@pbx;transport=tls' },
    'callStarted',
    { who: 'desk@pbx' },
  ],
  [RULE_TOPICS.signInFailed, { user: 'eve', address: '10.0.0.9' }, 'signInFailed', { user: 'eve' }],
] as const)('%s with %j is described as %s', (topic, data, what, values) => {
  expect(listAfter([topic, data])).toMatchObject([{ what, values }])
})

test('20 events are remembered', () => {
  const many = Array.from({ length: 30 }, (): [Topic, Record<string, string>] => [TOPICS.shock, {}])
  expect(listAfter(...many)).toHaveLength(20)
})
