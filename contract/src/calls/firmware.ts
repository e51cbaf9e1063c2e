import * as v from 'valibot'
import { jsonCall, restCall, uploadCall } from '../call.ts'
import { sentencePage } from '../text.ts'
import { SLOT_SETTINGS } from '../wire.ts'

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

/** The running firmware, and the one in the other slot if there is one. */
const status = v.object({
  activeFirmwareVersion: v.string(),
  activeFirmwarePart: v.string(),
  /** Absent when there is nothing to go back to. */
  inactiveFirmwareVersion: v.optional(v.string()),
  /** With this spelling. */
  isCommited: v.optional(v.boolean()),
  /** `2018-10-02 15:24:45`, the device's local time; absent: never. */
  lastUpgradeAt: v.optional(v.string()),
})

export const firmwareStatus = jsonCall({
  ...management,
  id: 'firmware.status',
  method: 'status',
  effect: 'read',
  summary: 'Returns the running firmware, and the inactive one that a rollback starts.',
  request: nothing,
  data: status,
})

export const rollbackFirmware = jsonCall({
  ...management,
  id: 'firmware.rollback',
  method: 'rollback',
  apiVersion: '1.4',
  summary:
    'Answers, then restarts into the inactive firmware, with the settings it had; settings changed since then no longer apply. Firmware without settings of its own, as after a factory default, gets a copy of the present ones.',
  request: nothing,
  data: nothing,
})

export const rollbackSettings = restCall({
  id: 'firmware.rollbackSettings',
  path: '/lintel/firmware/rollback-settings',
  methods: ['GET'],
  access: 'admin',
  effect: 'read',
  source: 'own design',
  proof: 'own design',
  own: true,
  summary:
    'Says with which settings a rollback starts: `own`: those that the inactive firmware had; `copy`: it has none and gets a copy of the present ones; `open`: its own, without a password of root, so that whoever comes first sets the device up. Refused as `absent` without inactive firmware.',
  request: nothing,
  data: v.object({ settings: v.picklist(SLOT_SETTINGS) }),
})

export const commitFirmware = jsonCall({
  ...management,
  id: 'firmware.commit',
  method: 'commit',
  summary:
    'Commits new firmware at once, which otherwise happens when it has run for 10 s and answers; until then the inactive firmware takes over if it ends unexpectedly, hangs or does not answer.',
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
  summary: 'Lists the supported versions of this call.',
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
    'Receives and verifies a firmware image, answers, then restarts into it. A refused image changes nothing; firmware that does not start and answer is rolled back automatically.',
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
    // An answer that contains the word is a failure (A §7).
    faultIn: (text: string) =>
      sentences.faultIn(text) ?? (text.includes('Error') ? sentences.decode(text) : undefined),
  },
})
