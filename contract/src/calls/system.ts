import * as v from 'valibot'
import { jsonCall, textCall } from '../call.ts'
import { sentencePage } from '../text.ts'

export const systemReady = jsonCall({
  id: 'systemready',
  path: '/axis-cgi/systemready.cgi',
  method: 'systemready',
  apiVersion: '1.2',
  answersWith: '1.5',
  codes: 'older',
  access: 'anyone',
  effect: 'read',
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

export const restart = textCall({
  id: 'restart',
  path: '/axis-cgi/restart.cgi',
  methods: ['GET', 'POST'],
  access: 'admin',
  effect: 'write',
  summary: 'Answers, then restarts the device.',
  source: 'A §7 Maintenance',
  proof: 'own design',
  request: v.object({}),
  format: sentencePage('Restart'),
})
