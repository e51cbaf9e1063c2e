import * as v from 'valibot'
import { jsonCall } from '../call.ts'

const address = {
  path: '/axis-cgi/findmydevice.cgi',
  apiVersion: '1.0',
  answersWith: '1.0',
  codes: 'newer',
  access: 'admin',
  source: 'B §7 Audio',
  proof: 'fixture',
} as const

export const findDevice = jsonCall({
  ...address,
  id: 'findmydevice.find',
  method: 'find',
  effect: 'write',
  summary:
    'Makes the device identify itself by light and sound, for `duration` seconds. Refused while it already does.',
  request: v.object({
    duration: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3600)), 5),
  }),
  data: v.object({}),
})

export const stopFinding = jsonCall({
  ...address,
  id: 'findmydevice.stop',
  method: 'stop',
  effect: 'write',
  summary: 'Ends it early; does nothing if the device is not identifying itself.',
  request: v.object({}),
  data: v.object({}),
})

export const getFindVersions = jsonCall({
  ...address,
  id: 'findmydevice.getSupportedVersions',
  method: 'getSupportedVersions',
  effect: 'read',
  summary: 'Lists the supported versions of this call.',
  request: v.object({}),
  data: v.object({ apiVersions: v.array(v.string()) }),
})
