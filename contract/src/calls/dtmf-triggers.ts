import * as v from 'valibot'
import { restCall } from '../call.ts'
import { pageOf, pageRequest } from '../collection.ts'

export const DTMF_TRIGGERS_MAX = 64

/** Limits of a trigger's name, its code, and its pulse in milliseconds. */
export const TRIGGER_NAME_MAX = 64
export const TRIGGER_CODE = /^[0-9A-D*#]{1,16}$/
export const PULSE_MIN = 100
export const PULSE_MAX = 600_000

/** What a person enters. */
const trigger = {
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(TRIGGER_NAME_MAX)),
  /** The keys; no two triggers have the same. In the same calls, none contains another but at its end. */
  code: v.pipe(v.string(), v.regex(TRIGGER_CODE)),
  /**
   * Id of the account in whose calls it works; `*`: in all calls; empty: only in calls of accounts
   * whose DTMF configuration names it.
   */
  account: v.pipe(v.string(), v.maxLength(64)),
  /** The output that it activates, from 1. */
  port: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** For how many milliseconds. */
  pulse: v.pipe(v.number(), v.integer(), v.minValue(PULSE_MIN), v.maxValue(PULSE_MAX)),
}

const row = v.object({ id: v.string(), version: v.string(), ...trigger })

/** A DTMF trigger. Its `id` is what `DTMFTriggerId` of a DTMF configuration refers to. */
export type DtmfTrigger = v.InferOutput<typeof row>

const own = {
  source: 'own design',
  proof: 'own design',
  access: 'admin',
  path: '/lintel/dtmf-triggers',
  own: true,
} as const

export const getDtmfTriggers = restCall({
  ...own,
  id: 'dtmfTriggers.list',
  methods: ['GET'],
  effect: 'read',
  summary:
    'Returns a page of the DTMF triggers, which activate an output when the other side of a call enters their code. Sorted by `name`, `code` or `account`.',
  request: pageRequest,
  data: pageOf(row),
})

export const addDtmfTrigger = restCall({
  ...own,
  id: 'dtmfTriggers.add',
  methods: ['POST'],
  effect: 'write',
  summary:
    'Adds a DTMF trigger. Its code must not be in use, and must not contain, or be contained in, that of another trigger in whose calls it works, unless at the end. Its port must be an output.',
  request: v.object(trigger),
  data: row,
})

export const updateDtmfTrigger = restCall({
  ...own,
  id: 'dtmfTriggers.update',
  path: '/lintel/dtmf-triggers/update',
  methods: ['POST'],
  effect: 'write',
  summary: 'Replaces a DTMF trigger.',
  request: v.object({ id: v.string(), version: v.string(), ...trigger }),
  data: row,
})

export const removeDtmfTrigger = restCall({
  ...own,
  id: 'dtmfTriggers.remove',
  path: '/lintel/dtmf-triggers/remove',
  methods: ['POST'],
  effect: 'write',
  summary: 'Removes a DTMF trigger, and its id from all DTMF configurations.',
  request: v.object({ id: v.string(), version: v.string() }),
  data: v.object({}),
})
