import { BARE, CALL_BUTTON, LOUDSPEAKER, MICROPHONE } from './parts.ts'
import type { Product } from './product.ts'

/** Compact door station: a camera and a call button. */
export const a8105e: Product = {
  number: 'A8105-E',
  brand: {
    name: 'AXIS',
    shortName: 'AXIS A8105-E',
    fullName: 'AXIS A8105-E Network Video Door Station',
    type: 'Network Video Door Station',
    website: 'http://www.axis.com',
  },
  realmPrefix: 'AXIS_',
  manual: 'https://help.axis.com/axis-a8105-e',
  firmware: { version: '9.80.3', buildDate: 'Nov 20 2026 09:12' },
  hardwareId: '76A',
  capabilities: {
    ...BARE,
    ...CALL_BUTTON,
    uiLeds: [{ ledId: 'CallButton', ledType: 'SingleColor' }],
  },
  ports: { inputs: 1, outputs: 1, fixed: [] },
  camera: true,
  ptz: false,
  shockSensor: true,
  ipv6: false,
  sdCard: false,
  audio: { input: MICROPHONE, output: LOUDSPEAKER, siteLeader: false },
  plate: {
    form: 'compact',
    colour: { housing: '#e6e7e3', print: '#2b302e' },
    camera: true,
    display: false,
    callButton: true,
    keypad: false,
    reader: false,
    speaker: true,
  },
}
