import { BARE, CALL_BUTTON, LOUDSPEAKER, MICROPHONE, READER } from './parts.ts'
import type { Product } from './product.ts'

/** Robust intercom with a reader behind its call button and one relay. */
export const i8016lve: Product = {
  number: 'I8016-LVE',
  brand: {
    name: 'AXIS',
    shortName: 'AXIS I8016-LVE',
    fullName: 'AXIS I8016-LVE Network Video Intercom',
    type: 'Network Video Intercom',
    website: 'http://www.axis.com',
  },
  realmPrefix: 'AXIS_',
  manual: 'https://help.axis.com/axis-i8016-lve',
  firmware: { version: '9.80.3', buildDate: 'Nov 20 2026 09:12' },
  hardwareId: '7F4',
  capabilities: {
    ...BARE,
    ...CALL_BUTTON,
    ...READER,
    uiLeds: [
      { ledId: 'CallButton', ledType: 'SingleColor' },
      { ledId: 'Reader', ledType: 'MultiColor' },
    ],
    lineOutGain: true,
    telecoilOutGain: true,
  },
  ports: { inputs: 2, outputs: 1, fixed: [] },
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
    colour: { housing: '#c9cdcb', print: '#1d2422' },
    camera: true,
    display: false,
    callButton: true,
    keypad: false,
    reader: true,
    speaker: true,
  },
}
