import { BARE, READER } from './parts.ts'
import type { Product } from './product.ts'

/** Door controller: readers and locks are wired to it, nothing is on its own front. */
export const a1601: Product = {
  number: 'A1601',
  brand: {
    name: 'AXIS',
    shortName: 'AXIS A1601',
    fullName: 'AXIS A1601 Network Door Controller',
    type: 'Network Door Controller',
    website: 'http://www.axis.com',
  },
  realmPrefix: 'AXIS_',
  manual: 'https://help.axis.com/axis-a1601',
  firmware: { version: '9.80.3', buildDate: 'Nov 20 2026 09:12' },
  hardwareId: '7A9',
  capabilities: { ...BARE, ...READER },
  ports: { inputs: 2, outputs: 2, fixed: [2, 3] },
  camera: false,
  ptz: false,
  shockSensor: false,
  ipv6: true,
  sdCard: false,
  plate: {
    form: 'box',
    colour: { housing: '#d9dbd6', print: '#3a413e' },
    camera: false,
    display: false,
    callButton: false,
    keypad: false,
    reader: false,
    speaker: false,
  },
}
