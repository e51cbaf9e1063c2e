import { BARE, CALL_BUTTON, LOUDSPEAKER, MICROPHONE, READER } from './parts.ts'
import type { Product } from './product.ts'

/** Steel door station with keypad and reader; calls are dialled. */
export const a8207ve: Product = {
  number: 'A8207-VE',
  brand: {
    name: 'AXIS',
    shortName: 'AXIS A8207-VE',
    fullName: 'AXIS A8207-VE Network Video Door Station',
    type: 'Network Video Door Station',
    website: 'http://www.axis.com',
  },
  realmPrefix: 'AXIS_',
  manual: 'https://help.axis.com/axis-a8207-ve',
  firmware: { version: '9.80.3', buildDate: 'Nov 20 2026 09:12' },
  hardwareId: '7C2',
  capabilities: {
    ...BARE,
    ...CALL_BUTTON,
    ...READER,
    pinKeypad: true,
    callKeypad: true,
    uiLeds: [
      { ledId: 'CallButton', ledType: 'SingleColor' },
      { ledId: 'Reader', ledType: 'MultiColor' },
    ],
    telecoilOutGain: true,
  },
  ports: { inputs: 2, outputs: 2, fixed: [3] },
  camera: true,
  ptz: false,
  shockSensor: true,
  ipv6: true,
  sdCard: true,
  audio: {
    input: { ...MICROPHONE, types: ['internal', 'line'] },
    output: LOUDSPEAKER,
    siteLeader: false,
  },
  plate: {
    form: 'tall',
    colour: { housing: '#8d9494', print: '#14191a' },
    camera: true,
    display: false,
    callButton: true,
    keypad: true,
    reader: true,
    speaker: true,
  },
}
