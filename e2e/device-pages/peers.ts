import type { BenchState } from '@lintel/contract/bench'

/** Other speakers on the network. */
export const PEERS: BenchState['world']['peers'] = [
  {
    name: 'Foyer',
    address: '192.168.0.91',
    mac: 'AC:CC:8E:00:00:01',
    leader: false,
    status: 'Online',
    type: 'C1410',
  },
  {
    name: 'Loading bay',
    address: '192.168.0.92',
    mac: 'AC:CC:8E:00:00:02',
    leader: false,
    status: 'Offline',
    type: 'C1310-E',
  },
]
