import * as v from 'valibot'
import { jsonCall } from '../call.ts'

export const getOak = jsonCall({
  id: 'oak.getOAK',
  path: '/axis-cgi/oak.cgi',
  method: 'getOAK',
  apiVersion: '1.0',
  answersWith: '1.0',
  codes: 'newer',
  access: 'admin',
  effect: 'read',
  summary:
    'Returns the owner authentication key, which proves to a remote service that the device is yours. Error 1100 if it can not be fetched: without a way to the Internet, or behind a proxy.',
  source: 'B §7 Vendor licence SDK',
  proof: 'fixture',
  request: v.object({}),
  data: v.object({ oak: v.string() }),
})
