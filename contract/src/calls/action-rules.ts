import * as v from 'valibot'
import { restCall } from '../call.ts'
import { pageOf, pageRequest } from '../collection.ts'
import { ACTION_FAILURES, EVENT_NAME_MAX, templateValues } from './recipients.ts'

export const ACTION_RULES_MAX = 100
export const CONDITIONS_MAX = 8
/** Longest delay before an action in seconds, and most retries of a delivery. */
export const DELAY_MAX = 3600
export const RETRIES_MAX = 10
export const ACTION_LOG_MAX = 2000

const filter = v.object({
  /** Without prefixes: `Device/Trigger/DigitalInput`. */
  topic: v.pipe(v.string(), v.maxLength(256)),
  items: v.pipe(
    v.array(
      v.object({
        name: v.pipe(v.string(), v.maxLength(64)),
        value: v.pipe(v.string(), v.maxLength(256)),
      }),
    ),
    v.maxLength(8),
  ),
})

const rule = {
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(EVENT_NAME_MAX)),
  enabled: v.boolean(),
  /** The event that starts it; without one it starts as soon as all conditions hold. */
  start: v.exactOptional(filter),
  /** Stateful events; all of them must be as said while it starts, and while it goes on. */
  conditions: v.pipe(v.array(filter), v.maxLength(CONDITIONS_MAX)),
  /** Token of the template of its action: `com.axis.action.fixed.notification.smtp`. */
  template: v.pipe(v.string(), v.maxLength(128)),
  /** Id of the recipient to which the action sends; empty without one. */
  recipient: v.pipe(v.string(), v.maxLength(32)),
  /** Values of the template's parameters, also of a recipient's that is not stored. */
  parameters: templateValues,
  /** Seconds between the event and the action. */
  delay: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(DELAY_MAX)),
  /** How often a delivery is tried again, after 10 s at first and then twice as long each time. */
  retries: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(RETRIES_MAX)),
}

const row = v.object({
  id: v.string(),
  version: v.string(),
  ...rule,
  /** Whether it was stopped because it started itself. Saving or enabling it lets it run again. */
  stopped: v.boolean(),
  /** When it last started (UTC, ISO 8601); empty for never. */
  lastStarted: v.string(),
})
export type ActionRule = v.InferOutput<typeof row>
export type NewActionRule = Omit<ActionRule, 'id' | 'version' | 'stopped' | 'lastStarted'>

const own = {
  source: 'own design',
  proof: 'own design',
  access: 'admin',
  path: '/lintel/action-rules',
  own: true,
} as const

export const getActionRules = restCall({
  ...own,
  id: 'actionRules.list',
  methods: ['GET'],
  effect: 'read',
  summary: 'Returns a page of the action rules, filtered by name, sorted by `name`.',
  request: pageRequest,
  data: pageOf(row),
})

export const addActionRule = restCall({
  ...own,
  id: 'actionRules.add',
  methods: ['POST'],
  effect: 'write',
  summary: 'Adds an action rule with its action. Its name must not be in use.',
  request: v.object(rule),
  data: row,
})

export const updateActionRule = restCall({
  ...own,
  id: 'actionRules.update',
  path: '/lintel/action-rules/update',
  methods: ['POST'],
  effect: 'write',
  summary: 'Replaces an action rule and its action. Secrets that are absent stay as they are.',
  request: v.object({ id: v.string(), version: v.string(), ...rule }),
  data: row,
})

export const removeActionRule = restCall({
  ...own,
  id: 'actionRules.remove',
  path: '/lintel/action-rules/remove',
  methods: ['POST'],
  effect: 'write',
  summary: 'Removes an action rule, its action, and what it still had to deliver.',
  request: v.object({ id: v.string(), version: v.string() }),
  data: v.object({}),
})

export const runActionRule = restCall({
  ...own,
  id: 'actionRules.run',
  path: '/lintel/action-rules/run',
  methods: ['POST'],
  effect: 'write',
  summary:
    'Runs the action of a rule once, whatever its conditions, and without its delay; one that lasts runs for 5 s. How it ends is in the log.',
  request: v.object({ id: v.string() }),
  data: v.object({}),
})

const option = v.object({ value: v.string(), label: v.string() })
const choices = v.object({
  events: v.array(
    v.object({
      /** Name of a `RULE_EVENTS` entry. */
      id: v.string(),
      topic: v.string(),
      stateful: v.boolean(),
      items: v.array(
        v.object({
          name: v.string(),
          isState: v.boolean(),
          /** What it can be. The label is the name in the device's settings, or else the value. */
          options: v.array(option),
        }),
      ),
    }),
  ),
  /** Tokens of the action templates that the product has. */
  actions: v.array(v.string()),
  /** Tokens of the recipient templates that the product has. */
  recipientTemplates: v.array(v.string()),
  outputs: v.array(option),
  /** The outputs that open doors, and for how many seconds each does by itself. */
  doors: v.array(v.object({ ...option.entries, seconds: v.number() })),
  clips: v.array(option),
  sipAccounts: v.array(option),
  disks: v.array(option),
  shares: v.array(option),
  virtualInputs: v.array(option),
})
/** What rules and recipients of a device can be made of. */
export type ActionChoices = v.InferOutput<typeof choices>

export const getActionChoices = restCall({
  ...own,
  id: 'actionRules.choices',
  path: '/lintel/action-rules/choices',
  methods: ['GET'],
  effect: 'read',
  summary:
    'Returns what action rules can be made of: the events, actions and recipient types that the product has, and the names of its ports, clips, accounts, disks, schedules and so on.',
  request: v.object({}),
  data: choices,
})

/** How an action ended, or what became of it. */
export const ACTION_RESULTS = [
  /** It lasts, and has begun; another entry tells how it ended. */
  'started',
  'done',
  'failed',
  /** It failed and will be tried again. */
  'retrying',
  /** There were too many events, or too much to deliver. */
  'dropped',
  /** The rule started itself. */
  'stopped',
] as const
export type ActionResult = (typeof ACTION_RESULTS)[number]

const entry = v.object({
  id: v.string(),
  version: v.string(),
  /** UTC, ISO 8601. */
  at: v.string(),
  ruleId: v.string(),
  /** The name of the rule at that time. */
  rule: v.string(),
  /** What started it: a topic without prefixes; empty for a press of "Run". */
  topic: v.string(),
  template: v.string(),
  result: v.picklist(ACTION_RESULTS),
  reason: v.exactOptional(v.picklist(ACTION_FAILURES)),
  detail: v.string(),
  /** Tries so far; for `dropped`, how many times it did not run. */
  count: v.number(),
})
export type ActionLogEntry = v.InferOutput<typeof entry>

export const getActionLog = restCall({
  ...own,
  id: 'actionLog.list',
  path: '/lintel/action-rules/log',
  methods: ['GET'],
  effect: 'read',
  summary:
    'Returns a page of the log of action rules: which ran, and how it ended. Filtered by rule and detail, sorted by `at`, `rule` or `result`.',
  request: pageRequest,
  data: pageOf(entry),
})

export const clearActionLog = restCall({
  ...own,
  id: 'actionLog.clear',
  path: '/lintel/action-rules/log/clear',
  methods: ['POST'],
  effect: 'write',
  summary: 'Empties the log of action rules.',
  request: v.object({}),
  data: v.object({}),
})
