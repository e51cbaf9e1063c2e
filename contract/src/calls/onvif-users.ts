import { downloadCall, soapCall } from '../call.ts'
import { ONVIF_SCHEMA } from '../soap/service.ts'
import type { SoapService } from '../soap/service.ts'
import { many, once, optional, text } from '../soap/shape.ts'
import type { ChoiceShape, RecordShape } from '../soap/shape.ts'
import * as v from 'valibot'

/** ONVIF's device management, of which the device has the account calls. */
export const deviceManagement: SoapService = {
  name: 'DeviceService',
  namespace: 'http://www.onvif.org/ver10/device/wsdl',
  prefix: 'tds',
  description: '/wsdl/onvif/devicemgmt.wsdl',
}

/** ONVIF also has `Anonymous` and `Extended`, which no account here can have. */
export type OnvifLevel = 'Administrator' | 'Operator' | 'User'

const level: ChoiceShape<OnvifLevel | 'Anonymous' | 'Extended'> = {
  type: 'choice',
  name: 'UserLevel',
  namespace: ONVIF_SCHEMA,
  options: ['Administrator', 'Operator', 'User', 'Anonymous', 'Extended'],
}

const user = {
  type: 'record',
  name: 'User',
  namespace: ONVIF_SCHEMA,
  fields: { Username: once(text), Password: optional(text), UserLevel: once(level) },
} satisfies RecordShape

const address = {
  path: '/vapix/services',
  aliases: ['/onvif/device_service'],
  service: deviceManagement,
} as const
const origin = { source: 'A §7, B §7; ONVIF Core, device management', proof: 'client' } as const

export const getOnvifUsers = soapCall({
  ...address,
  ...origin,
  id: 'onvif.getUsers',
  operation: 'GetUsers',
  access: 'admin',
  effect: 'read',
  summary: 'Lists the ONVIF accounts with their levels, without passwords.',
  input: {},
  output: { User: many(user) },
})

export const createOnvifUsers = soapCall({
  ...address,
  ...origin,
  id: 'onvif.createUsers',
  operation: 'CreateUsers',
  access: 'admin',
  effect: 'write',
  summary: 'Adds ONVIF accounts, all or none.',
  input: { User: many(user) },
  output: {},
})

export const setOnvifUser = soapCall({
  ...address,
  ...origin,
  id: 'onvif.setUser',
  operation: 'SetUser',
  access: 'admin',
  effect: 'write',
  summary: 'Changes the level of ONVIF accounts, and the password where one is given, all or none.',
  input: { User: many(user) },
  output: {},
})

export const deleteOnvifUsers = soapCall({
  ...address,
  ...origin,
  id: 'onvif.deleteUsers',
  operation: 'DeleteUsers',
  access: 'admin',
  effect: 'write',
  summary: 'Deletes ONVIF accounts, all or none.',
  input: { Username: many(text) },
  output: {},
})

export const deviceManagementWsdl = downloadCall({
  id: 'wsdl.devicemgmt',
  path: '/wsdl/onvif/devicemgmt.wsdl',
  access: 'admin',
  effect: 'read',
  summary: "Describes the operations of ONVIF's device management that the device has (WSDL 1.1).",
  source: 'A §7; own design: the name of the file',
  proof: 'client',
  request: v.object({}),
  contentType: 'text/xml; charset=utf-8',
})
