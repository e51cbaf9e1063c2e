import * as v from 'valibot'
import { restCall } from '../call.ts'
import { pageOf, pageRequest } from '../collection.ts'

export const RECIPIENTS_MAX = 100
/** Longest name of a recipient or an action rule. Own design. */
export const EVENT_NAME_MAX = 64

/** Longest value of any parameter. */
const VALUE_MAX = 8192
/**
 * Values by the names of the template's parameters. Secrets are never answered; in a change, an
 * absent secret stays as it is.
 */
export const templateValues = v.record(
  v.pipe(v.string(), v.maxLength(64)),
  v.pipe(v.string(), v.maxLength(VALUE_MAX)),
)

const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(EVENT_NAME_MAX))
const recipient = {
  name,
  /** Token of its template: `com.axis.recipient.smtp`. */
  template: v.pipe(v.string(), v.maxLength(128)),
  parameters: templateValues,
}

const row = v.object({
  id: v.string(),
  version: v.string(),
  ...recipient,
  /** The secrets that are set. */
  secrets: v.array(v.string()),
  /** How many action rules send to it. */
  usedBy: v.number(),
})
export type Recipient = v.InferOutput<typeof row>

const own = {
  source: 'own design',
  proof: 'own design',
  access: 'admin',
  path: '/lintel/recipients',
  own: true,
} as const

export const getRecipients = restCall({
  ...own,
  id: 'recipients.list',
  methods: ['GET'],
  effect: 'read',
  summary:
    'Returns a page of the recipients of action rules, filtered by name, sorted by `name` or `template`.',
  request: pageRequest,
  data: pageOf(row),
})

export const addRecipient = restCall({
  ...own,
  id: 'recipients.add',
  methods: ['POST'],
  effect: 'write',
  summary: 'Adds a recipient. Its name must not be in use.',
  request: v.object(recipient),
  data: row,
})

export const updateRecipient = restCall({
  ...own,
  id: 'recipients.update',
  path: '/lintel/recipients/update',
  methods: ['POST'],
  effect: 'write',
  summary: 'Replaces a recipient. Secrets that are absent stay as they are.',
  request: v.object({ id: v.string(), version: v.string(), ...recipient }),
  data: row,
})

export const removeRecipient = restCall({
  ...own,
  id: 'recipients.remove',
  path: '/lintel/recipients/remove',
  methods: ['POST'],
  effect: 'write',
  summary: 'Removes a recipient to which no action rule sends.',
  request: v.object({ id: v.string(), version: v.string() }),
  data: v.object({}),
})

/** What can go wrong with a delivery or another action. */
export const ACTION_FAILURES = [
  'unreachable',
  'timeout',
  'signIn',
  'certificate',
  'refused',
  'protocol',
  'noSpace',
  'notFound',
  'notPossible',
  'internal',
] as const
export type ActionFailureReason = (typeof ACTION_FAILURES)[number]

const outcome = v.object({
  ok: v.boolean(),
  /** Why not; absent after success. */
  reason: v.exactOptional(v.picklist(ACTION_FAILURES)),
  /** More about it in the words of the other side, or what it answered; may be empty. */
  detail: v.string(),
})
export type ActionOutcome = v.InferOutput<typeof outcome>

export const testRecipient = restCall({
  ...own,
  id: 'recipients.test',
  path: '/lintel/recipients/test',
  methods: ['POST'],
  effect: 'write',
  summary:
    'Sends a test message or file to a recipient as it was typed, stored or not. Secrets that are absent are those of the stored recipient `id`. Answers after 15 s at the latest.',
  request: v.object({
    id: v.exactOptional(v.string()),
    template: recipient.template,
    parameters: templateValues,
  }),
  data: outcome,
})
