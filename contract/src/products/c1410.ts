import { MICROPHONE } from './parts.ts'
import type { Product } from './product.ts'

/** Small speaker for indoors, the leader of an audio site from the factory. */
export const c1410: Product = {
  number: 'C1410',
  brand: {
    name: 'AXIS',
    shortName: 'AXIS C1410',
    fullName: 'AXIS C1410 Network Mini Speaker',
    type: 'Network Mini Speaker',
    website: 'http://www.axis.com',
  },
  realmPrefix: 'AXIS_',
  manual: 'https://help.axis.com/axis-c1410',
  firmware: { version: '9.80.3', buildDate: 'Nov 20 2026 09:12' },
  hardwareId: '8B0',
  ports: { inputs: 0, outputs: 0, fixed: [] },
  camera: false,
  ptz: false,
  shockSensor: false,
  ipv6: true,
  sdCard: false,
  audio: { input: MICROPHONE, output: { gains: { from: -72, to: 0, step: 1 } }, siteLeader: true },
  plate: {
    form: 'round',
    colour: { housing: '#f1f1ee', print: '#565d5a' },
    camera: false,
    display: false,
    callButton: false,
    keypad: false,
    reader: false,
    speaker: true,
  },
}
