import * as v from 'valibot'
import { jsonCall, restCall, textCall } from '../call.ts'
import { sentencePage } from '../text.ts'
import type { DeviceUrls } from './trial.ts'

const ready = {
  path: '/axis-cgi/systemready.cgi',
  apiVersion: '1.2',
  answersWith: '1.5',
  codes: 'ready',
  access: 'anyone',
  effect: 'read',
} as const

export const systemReady = jsonCall({
  ...ready,
  id: 'systemready',
  method: 'systemready',
  summary: 'Answers once the device is ready, at the latest after `timeout` seconds.',
  source: 'A §7 Maintenance',
  proof: 'fixture',
  request: v.object({
    timeout: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60)), 20),
  }),
  data: v.object({
    systemready: v.picklist(['yes', 'no']),
    needsetup: v.picklist(['yes', 'no']),
    /** Seconds since the device started, as text. */
    uptime: v.string(),
    /** Another one after every start. */
    bootid: v.string(),
    passphrasepolicy: v.string(),
  }),
})

export const getReadinessVersions = jsonCall({
  ...ready,
  id: 'systemready.getSupportedVersions',
  method: 'getSupportedVersions',
  summary: 'Lists the supported versions of this call.',
  source: 'public documentation of the interface: Systemready API',
  proof: 'own design',
  request: v.object({}),
  data: v.object({ apiVersions: v.array(v.string()) }),
})

const reset = {
  methods: ['GET', 'POST'],
  access: 'admin',
  effect: 'write',
  source: 'A §7 Maintenance',
  proof: 'own design',
  request: v.object({}),
} as const

export const restart = textCall({
  ...reset,
  id: 'restart',
  path: '/axis-cgi/restart.cgi',
  summary: 'Answers, then restarts the device.',
  format: sentencePage('Restart'),
})

export const restoreSettings = textCall({
  ...reset,
  id: 'factorydefault',
  path: '/axis-cgi/factorydefault.cgi',
  summary:
    "Answers, then restarts the device with factory values and without accounts. The address, how it is got, the clock and the device's own certificate stay.",
  format: sentencePage('Restore'),
})

export const factoryDefault = textCall({
  ...reset,
  id: 'hardfactorydefault',
  path: '/axis-cgi/hardfactorydefault.cgi',
  summary:
    'Answers, then restarts the device with factory values including the address, without accounts, and with a new certificate of its own. The settings of an inactive firmware are deleted too.',
  format: sentencePage('Factory default'),
})

export const addressAfterReset = restCall({
  id: 'system.addressAfterReset',
  path: '/lintel/system/address-after-reset',
  methods: ['GET'],
  access: 'admin',
  effect: 'read',
  summary:
    "Returns the device's URLs after a factory default, and whether they are at another address than now (`moves`).",
  source: 'own design',
  proof: 'own design',
  own: true,
  request: v.object({}),
  data: v.custom<{ moves: boolean; addresses: DeviceUrls }>(() => true),
})
