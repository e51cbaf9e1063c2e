import * as v from 'valibot'
import { jsonCall } from '../call.ts'

const discovery = {
  path: '/axis-cgi/apidiscovery.cgi',
  apiVersion: '1.0',
  answersWith: '1.1',
  codes: 'discovery',
  access: 'anyone',
  effect: 'read',
  source: 'public documentation of the interface: API Discovery service',
  proof: 'fixture',
} as const

/** One of the device's public interfaces. */
const api = v.object({
  id: v.string(),
  version: v.string(),
  name: v.string(),
  docLink: v.string(),
  status: v.picklist(['official']),
})

/** In filters `*` stands for any text and `?` for any character. */
export const getApiList = jsonCall({
  ...discovery,
  id: 'apidiscovery.getApiList',
  method: 'getApiList',
  summary:
    'Lists the public interfaces of the device with their versions; all, or those whose `id` and `version` match.',
  request: v.object({ id: v.optional(v.string(), '*'), version: v.optional(v.string(), '*') }),
  data: v.object({ apiList: v.array(api) }),
})

export const getDiscoveryVersions = jsonCall({
  ...discovery,
  id: 'apidiscovery.getSupportedVersions',
  method: 'getSupportedVersions',
  summary: 'Lists the supported versions of this call.',
  request: v.object({}),
  data: v.object({ apiVersions: v.array(v.string()) }),
})
