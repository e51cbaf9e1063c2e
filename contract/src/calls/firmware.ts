import * as v from 'valibot'
import { jsonCall, uploadCall } from '../call.ts'
import { sentencePage } from '../text.ts'

const management = {
  path: '/axis-cgi/firmwaremanagement.cgi',
  apiVersion: '1.0',
  answersWith: '1.10',
  codes: 'firmware',
  access: 'admin',
  effect: 'write',
  source: 'A §7 Maintenance',
  proof: 'fixture',
} as const

const nothing = v.object({})

/** The firmware that runs, and the one in the other slot when there is one. */
const status = v.object({
  activeFirmwareVersion: v.string(),
  activeFirmwarePart: v.string(),
  /** Absent: there is none to go back to. */
  inactiveFirmwareVersion: v.optional(v.string()),
  /** In this spelling. */
  isCommited: v.optional(v.boolean()),
  /** `2018-10-02 15:24:45`, the device's local time; absent: never. */
  lastUpgradeAt: v.optional(v.string()),
})

export const firmwareStatus = jsonCall({
  ...management,
  id: 'firmware.status',
  method: 'status',
  effect: 'read',
  summary: 'The firmware that runs, and the inactive one that a rollback goes to.',
  request: nothing,
  data: status,
})

export const rollbackFirmware = jsonCall({
  ...management,
  id: 'firmware.rollback',
  method: 'rollback',
  apiVersion: '1.4',
  summary:
    'Answers, then restarts into the inactive firmware, with the settings that it was left with. What was set since then counts no more.',
  request: nothing,
  data: nothing,
})

export const commitFirmware = jsonCall({
  ...management,
  id: 'firmware.commit',
  method: 'commit',
  summary:
    'Keeps a new firmware at once, which otherwise has to run for 10 s before it is kept; until then the inactive one takes over when it ends by itself.',
  request: nothing,
  data: nothing,
})

export const purgeFirmware = jsonCall({
  ...management,
  id: 'firmware.purge',
  method: 'purge',
  summary: 'Removes the inactive firmware with its settings.',
  request: nothing,
  data: nothing,
})

export const rebootFirmware = jsonCall({
  ...management,
  id: 'firmware.reboot',
  method: 'reboot',
  summary: 'Answers, then restarts the device.',
  proof: 'own design',
  request: nothing,
  data: nothing,
})

export const resetFirmware = jsonCall({
  ...management,
  id: 'firmware.factoryDefault',
  method: 'factoryDefault',
  summary:
    'Answers, then restarts the device with factory values: `soft` as `factorydefault.cgi` does, `hard` as `hardfactorydefault.cgi`.',
  proof: 'own design',
  request: v.object({ factoryDefaultMode: v.picklist(['soft', 'hard']) }),
  data: nothing,
})

export const getFirmwareVersions = jsonCall({
  ...management,
  id: 'firmware.getSupportedVersions',
  method: 'getSupportedVersions',
  effect: 'read',
  summary: 'The versions of this call that can be asked for.',
  request: nothing,
  data: v.object({ apiVersions: v.array(v.string()) }),
})

const sentences = /* @__PURE__ */ sentencePage('Firmware upgrade')

export const upgradeFirmware = uploadCall({
  id: 'firmware.upgrade',
  path: '/axis-cgi/firmwareupgrade.cgi',
  access: 'admin',
  effect: 'write',
  summary:
    'Takes a firmware image, checks it, answers, then restarts into it. What is refused changes nothing; a firmware that does not come up gives way to the old one by itself.',
  source: 'A §7 Maintenance',
  proof: 'client',
  part: 'firmware',
  maxBytes: 256 * 1024 * 1024,
  request: v.object({
    /** `factorydefault`: the new firmware starts with factory values. */
    type: v.optional(v.picklist(['normal', 'factorydefault']), 'normal'),
  }),
  format: {
    ...sentences,
    // Whatever holds the word is a failure (A §7).
    faultIn: (text: string) =>
      sentences.faultIn(text) ?? (text.includes('Error') ? sentences.decode(text) : undefined),
  },
})
