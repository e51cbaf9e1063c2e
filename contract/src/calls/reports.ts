import * as v from 'valibot'
import { downloadCall, textCall } from '../call.ts'
import { asText } from '../text.ts'

/** How the server report is packed; `text` is the report alone. */
const REPORT_MODES = ['text', 'zip', 'zip_with_image', 'tar_all'] as const

export const serverReport = downloadCall({
  id: 'serverreport',
  path: '/axis-cgi/serverreport.cgi',
  aliases: ['/axis-cgi/admin/serverreport.cgi'],
  methods: ['GET', 'POST'],
  contentType: 'text/plain; charset=utf-8',
  access: 'admin',
  effect: 'read',
  summary:
    'Returns the server report. `mode=zip` (application/zip) packs it with the log, `zip_with_image` also with a picture of the camera, `tar_all` (application/x-tar) with everything.',
  source: 'A §7 Reports',
  proof: 'client',
  request: v.object({ mode: v.optional(v.picklist(REPORT_MODES), 'text') }),
})

export const crashReport = downloadCall({
  id: 'crashreport',
  path: '/axis-cgi/debug/debug.tgz',
  contentType: 'application/x-gzip',
  access: 'admin',
  effect: 'read',
  summary: 'Returns the recent crashes with the log and the server report (tar, gzip).',
  source: 'A §7 Reports',
  proof: 'client',
  request: v.object({}),
})

export const systemLog = textCall({
  id: 'systemlog',
  path: '/axis-cgi/admin/systemlog.cgi',
  aliases: ['/axis-cgi/systemlog.cgi'],
  methods: ['GET'],
  access: 'admin',
  effect: 'read',
  summary:
    "Returns the latest lines of the device's log, oldest first: all, those of one program (`appname`), or those that contain a `text`.",
  source: 'B §7',
  proof: 'own design',
  request: v.object({ appname: v.optional(v.string()), text: v.optional(v.string()) }),
  format: {
    contentType: 'text/plain; charset=utf-8',
    ...asText,
    refuse: (message: string) => `Error: ${message}`,
    // Log lines may contain the word "Error"; they begin with their time.
    faultIn: (text: string) => /^Error: (.*)/.exec(text)?.[1],
  },
})
