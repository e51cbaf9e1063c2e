import { LOUDSPEAKER, MICROPHONE } from './parts.ts'
import type { Product } from './product.ts'

/** Horn speaker for outdoors, with a microphone for self-tests. */
export const c1310e: Product = {
  number: 'C1310-E',
  brand: {
    name: 'AXIS',
    shortName: 'AXIS C1310-E',
    fullName: 'AXIS C1310-E Network Horn Speaker',
    type: 'Network Horn Speaker',
    website: 'http://www.axis.com',
  },
  realmPrefix: 'AXIS_',
  manual: 'https://help.axis.com/axis-c1310-e',
  firmware: { version: '9.80.3', buildDate: 'Nov 20 2026 09:12' },
  hardwareId: '8A1',
  ports: { inputs: 1, outputs: 1, fixed: [1] },
  camera: false,
  ptz: false,
  shockSensor: false,
  ipv6: true,
  sdCard: false,
  audio: { input: MICROPHONE, output: LOUDSPEAKER, siteLeader: false },
  plate: {
    form: 'horn',
    colour: { housing: '#e9eae7', print: '#4c534f' },
    camera: false,
    display: false,
    callButton: false,
    keypad: false,
    reader: false,
    speaker: true,
  },
}
