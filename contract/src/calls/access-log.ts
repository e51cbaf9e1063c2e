import * as v from 'valibot'
import { downloadCall, restCall } from '../call.ts'
import { pageOf, pageRequest } from '../collection.ts'

/** The most decisions that the log keeps; older ones are dropped. */
export const ACCESS_LOG_MAX = 20_000

/**
 * Why access was granted or denied. The names are those of ONVIF's Access Control Service; only
 * `PinRequired` is our own: a card that needs a PIN, which nobody typed in time.
 */
export const ACCESS_REASONS = [
  'Granted',
  'PinRequired',
  'InvalidPIN',
  'CredentialNotEnabled',
  'CredentialNotActive',
  'CredentialExpired',
  'CredentialNotFound',
] as const
export type AccessReason = (typeof ACCESS_REASONS)[number]

/** What was presented; `command` if an account opened the door, in the console for example. */
export const PRESENTED = ['card', 'pin', 'cardAndPin', 'command'] as const

const row = v.object({
  id: v.string(),
  version: v.string(),
  /** UTC, ISO 8601. */
  at: v.string(),
  /** The name of the door. */
  door: v.string(),
  /** Who has the card or PIN, by its description at that time, or the user; empty if nobody has it. */
  name: v.string(),
  presented: v.picklist(PRESENTED),
  /** The last characters of the card. The whole number would be enough to make one like it. */
  cardEnd: v.string(),
  reason: v.picklist(ACCESS_REASONS),
})

/** A decision in the log. Filter: name, door, end of the card; sort: at, name, door, reason. */
export type LoggedAccess = v.InferOutput<typeof row>

const own = {
  source: 'own design',
  proof: 'own design',
  own: true,
} as const

export const getAccessLog = restCall({
  ...own,
  id: 'accessLog.list',
  access: 'operator',
  path: '/lintel/access/log',
  methods: ['GET'],
  effect: 'read',
  summary:
    'Returns a page of the decisions of a door controller, filtered by name, door and the end of the card, sorted by `at`, `name`, `door` or `reason`.',
  request: pageRequest,
  data: pageOf(row),
})

export const exportAccessLog = downloadCall({
  ...own,
  id: 'accessLog.export',
  access: 'operator',
  path: '/lintel/access/log.csv',
  contentType: 'text/csv; charset=utf-8',
  effect: 'read',
  summary: 'Returns the whole access log, or what the filter finds, as CSV (RFC 4180, UTF-8).',
  request: v.pick(pageRequest, ['filter']),
})

export const clearAccessLog = restCall({
  ...own,
  id: 'accessLog.clear',
  access: 'admin',
  path: '/lintel/access/log/clear',
  methods: ['POST'],
  effect: 'write',
  summary: 'Deletes all decisions from the access log for good.',
  request: v.object({}),
  data: v.object({}),
})
