import * as v from 'valibot'
import { textCall } from '../call.ts'
import { asText, errorLine } from '../text.ts'

/** The outcome of the test: whether something answers at the address. */
export const pingTest = textCall({
  id: 'pingtest',
  path: '/axis-cgi/pingtest.cgi',
  methods: ['GET'],
  access: 'viewer',
  effect: 'read',
  summary:
    'Tests whether anything answers at an IPv4 address: `got response` means taken, `no response` available.',
  source: 'A §7 Network',
  proof: 'fixture',
  request: v.object({ ip: v.string() }),
  format: {
    ...errorLine,
    encode: (taken: boolean) => (taken ? 'got response\n' : 'no response\n'),
    // Only this text means that the address is free, whatever else a device answers.
    decode: (text: string) => !text.includes('no response'),
  },
})

/** Where UPnP control points read the device's description; its announcements point here. */
export const upnpDescription = textCall({
  id: 'upnp.description',
  path: '/rootdesc1.xml',
  methods: ['GET'],
  access: 'anyone',
  effect: 'read',
  summary: 'Describes the device to UPnP control points (XML); 404 while UPnP is off.',
  source: 'UPnP Device Architecture 1.1 §2.3',
  proof: 'own design',
  request: v.object({}),
  format: { ...errorLine, ...asText, contentType: 'text/xml; charset=utf-8' },
})
