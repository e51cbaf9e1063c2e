import { BARE, CALL_BUTTON, LOUDSPEAKER, MICROPHONE, READER } from './parts.ts'
import type { Product } from './product.ts'

/** Door station with display, keypad, reader and two relays, one of them with a fixed direction. */
export const a8307e: Product = {
  number: 'A8307-E',
  brand: {
    name: 'AXIS',
    shortName: 'AXIS A8307-E',
    fullName: 'AXIS A8307-E Network Video Door Station',
    type: 'Network Video Door Station',
    website: 'http://www.axis.com',
  },
  realmPrefix: 'AXIS_',
  manual: 'https://help.axis.com/axis-a8307-e',
  firmware: { version: '9.80.3', buildDate: 'Nov 20 2026 09:12' },
  hardwareId: '7D7',
  capabilities: {
    ...BARE,
    ...CALL_BUTTON,
    ...READER,
    hdmi: true,
    display: true,
    pinKeypad: true,
    callKeypad: true,
    uiLeds: [
      { ledId: 'CallButton', ledType: 'SingleColor' },
      { ledId: 'Reader', ledType: 'MultiColor' },
    ],
  },
  ports: { inputs: 2, outputs: 2, fixed: [3] },
  camera: true,
  ptz: false,
  shockSensor: true,
  ipv6: true,
  sdCard: true,
  audio: {
    input: { ...MICROPHONE, types: ['internal', 'mic', 'line'] },
    output: LOUDSPEAKER,
    siteLeader: false,
  },
  plate: {
    form: 'tall',
    colour: { housing: '#2a2f2d', print: '#e9ece9' },
    camera: true,
    display: true,
    callButton: true,
    keypad: true,
    reader: true,
    speaker: true,
  },
}
