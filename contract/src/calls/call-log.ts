import * as v from 'valibot'
import { downloadCall, restCall } from '../call.ts'
import { pageOf, pageRequest } from '../collection.ts'

/** The most calls that the log keeps; older ones are dropped. */
export const CALL_LOG_MAX = 20_000

/** How many contacts with the same address a call names. */
export const CONTACTS_OF_CALL_MAX = 3

/** How a call ended: `answered` also while it lasts, `restart`: cut off by a restart or power cut. */
export const CALL_OUTCOMES = ['ongoing', 'answered', 'unanswered', 'restart'] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]

const row = v.object({
  id: v.string(),
  version: v.string(),
  /** Identifies the call in `GetCallStatus` and in the ladder. */
  callId: v.string(),
  /** When it began (UTC, ISO 8601). */
  started: v.string(),
  direction: v.picklist(['outgoing', 'incoming']),
  /** Id and name of the account at that time. */
  account: v.string(),
  accountName: v.string(),
  /** The other side, `sip:…`. */
  remote: v.string(),
  /** The names of the contacts who have this address now, `CONTACTS_OF_CALL_MAX` at most. */
  contacts: v.array(v.string()),
  /** How long both sides could talk; 0 if nobody answered. */
  seconds: v.number(),
  outcome: v.picklist(CALL_OUTCOMES),
  /** SIP status code of the end; 0 if it ended normally, or has not ended. */
  code: v.number(),
  /** The reason phrase of that code, for people. */
  reason: v.string(),
  /** Empty if nobody answered. */
  codec: v.string(),
  encrypted: v.boolean(),
})

/** A call in the log. Filter: remote, account name; sort: started, direction, accountName, remote, seconds, outcome. */
export type LoggedCall = v.InferOutput<typeof row>

const own = {
  source: 'own design',
  proof: 'own design',
  access: 'admin',
  own: true,
} as const

export const getCallLog = restCall({
  ...own,
  id: 'callLog.list',
  path: '/lintel/calls/log',
  methods: ['GET'],
  effect: 'read',
  summary:
    'Returns a page of the call log, filtered by remote address and account, sorted by `started`, `direction`, `accountName`, `remote`, `seconds`, `outcome` or `code`. `contacts` are the names in the phonebook.',
  request: pageRequest,
  data: pageOf(row),
})

export const getCallsPerDay = restCall({
  ...own,
  id: 'callLog.perDay',
  path: '/lintel/calls/per-day',
  methods: ['GET'],
  effect: 'read',
  summary:
    'Counts the calls of each of the last days, today last, by the local date on which they began.',
  request: v.object({
    days: v.optional(
      v.pipe(
        v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number))]),
        v.integer(),
        v.minValue(1),
        v.maxValue(366),
      ),
      30,
    ),
  }),
  data: v.object({
    days: v.array(
      v.object({
        /** YYYY-MM-DD. */
        day: v.string(),
        incoming: v.number(),
        outgoing: v.number(),
        /** Of both together, those that were answered. */
        answered: v.number(),
      }),
    ),
  }),
})

export const exportCallLog = downloadCall({
  ...own,
  id: 'callLog.export',
  path: '/lintel/calls/log.csv',
  contentType: 'text/csv; charset=utf-8',
  effect: 'read',
  summary: 'Returns the whole call log, or what the filter finds, as CSV (RFC 4180, UTF-8).',
  request: v.pick(pageRequest, ['filter']),
})

export const clearCallLog = restCall({
  ...own,
  id: 'callLog.clear',
  path: '/lintel/calls/log/clear',
  methods: ['POST'],
  effect: 'write',
  summary:
    'Deletes all calls from the call log, and so from the counts, for good. Calls that are going on stay.',
  request: v.object({}),
  data: v.object({}),
})

const ladderLine = v.object({
  callId: v.optional(v.string()),
  accountId: v.optional(v.string()),
  /** UTC milliseconds. */
  time: v.number(),
  /** By this device. */
  sent: v.boolean(),
  /** The other side: address and port. */
  peer: v.string(),
  /** `INVITE sip:…` or `200 OK`. */
  line: v.string(),
  /** The CSeq method. */
  method: v.string(),
})

export const getSipLadder = restCall({
  ...own,
  id: 'callLog.ladder',
  path: '/lintel/calls/ladder',
  methods: ['GET'],
  effect: 'read',
  summary:
    'Returns the SIP messages of a call (`callId`) or of the registration of an account (`accountId`), as far as the device remembers them.',
  request: v.object({ callId: v.optional(v.string()), accountId: v.optional(v.string()) }),
  data: v.object({ lines: v.array(ladderLine) }),
})
