import { expect, test } from 'vitest'
import { transportIn } from './message.ts'

test.each([
  ['RTP/AVP/TCP;unicast;interleaved=2-3', { kind: 'interleaved', channels: [2, 3] }],
  ['RTP/AVP/TCP;unicast', { kind: 'interleaved', channels: [0, 1] }],
  ['RTP/AVP;unicast;client_port=5000-5001', { kind: 'udp', ports: [5000, 5001] }],
  ['RTP/AVP/UDP;unicast;client_port=5000', { kind: 'udp', ports: [5000, 5001] }],
  ['RTP/SAVP;unicast;client_port=5000-5001', undefined],
  // Not to ports of services, and nowhere by multicast.
  ['RTP/AVP;unicast;client_port=53-54', undefined],
  ['RTP/AVP;multicast;client_port=5000-5001', undefined],
  [
    'RTP/AVP;multicast;port=5000-5001,RTP/AVP/TCP;interleaved=4-5',
    { kind: 'interleaved', channels: [4, 5] },
  ],
  ['RTP/AVP/TCP;interleaved=255-256', undefined],
])('of %s the device has %j', (header, transport) => {
  expect(transportIn(header)).toEqual(transport)
})
