import * as v from 'valibot'
import { restCall } from '../call.ts'

/** The levels of lines in the device's log, the most severe one first. */
export const LOG_LEVELS = ['error', 'warning', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const logLine = v.object({
  /** Local time with its offset (RFC 3339); empty for a further line of the one before. */
  time: v.string(),
  level: v.picklist(LOG_LEVELS),
  /** `device`, `board`, or the name of an application. */
  app: v.string(),
  text: v.string(),
})

export type ShownLogLine = v.InferOutput<typeof logLine>

export const followSystemLog = restCall({
  id: 'log.follow',
  path: '/lintel/log',
  methods: ['GET'],
  access: 'admin',
  effect: 'read',
  own: true,
  polled: true,
  summary:
    "Returns the lines of the device's log that came `after` a cursor, oldest first; without one, the latest lines. A cursor stays valid across restarts and power cuts. `missed`: lines in between are no longer there. `more`: there are further lines, which the new cursor leads to.",
  source: 'own design',
  proof: 'own design',
  request: v.object({ after: v.optional(v.pipe(v.string(), v.maxLength(64))) }),
  data: v.object({
    cursor: v.string(),
    lines: v.array(logLine),
    missed: v.boolean(),
    more: v.boolean(),
  }),
})
