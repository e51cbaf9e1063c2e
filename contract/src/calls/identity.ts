import * as v from 'valibot'
import { jsonCall, restCall } from '../call.ts'

export const getBrand = restCall({
  id: 'getbrand',
  path: '/axis-cgi/prod_brand_info/getbrand.cgi',
  methods: ['GET'],
  access: 'anyone',
  effect: 'read',
  summary: "Returns the product's names.",
  source: 'A §7 Users and identity',
  proof: 'fixture',
  request: v.object({}),
  data: v.object({
    Brand: v.object({
      Brand: v.string(),
      ProdType: v.string(),
      ProdNbr: v.string(),
      ProdShortName: v.string(),
      ProdFullName: v.string(),
      /** Of our own design: where the user manual is. */
      ManualURL: v.optional(v.string()),
    }),
  }),
})

const basic = {
  path: '/axis-cgi/basicdeviceinfo.cgi',
  apiVersion: '1.0',
  answersWith: '1.3',
  codes: 'discovery',
  echoesMethod: false,
  effect: 'read',
  source: 'public documentation of the interface: Basic device information',
  proof: 'fixture',
} as const

/** The properties that nobody has to sign in for. */
const unrestricted = {
  Brand: v.string(),
  BuildDate: v.string(),
  HardwareID: v.string(),
  ProdFullName: v.string(),
  ProdNbr: v.string(),
  ProdShortName: v.string(),
  ProdType: v.string(),
  ProdVariant: v.string(),
  SerialNumber: v.string(),
  Version: v.string(),
  WebURL: v.string(),
}

export const getProperties = jsonCall({
  ...basic,
  access: 'operator',
  id: 'basicdeviceinfo.getProperties',
  method: 'getProperties',
  summary: 'Returns the named properties of the device; a name that it lacks is refused.',
  request: v.object({ propertyList: v.array(v.string()) }),
  data: v.object({ propertyList: v.record(v.string(), v.string()) }),
})

export const getAllProperties = jsonCall({
  ...basic,
  access: 'operator',
  id: 'basicdeviceinfo.getAllProperties',
  method: 'getAllProperties',
  summary: 'Returns all basic properties of the device.',
  request: v.object({}),
  data: v.object({
    propertyList: v.object({
      ...unrestricted,
      Architecture: v.string(),
      Soc: v.string(),
      SocSerialNumber: v.string(),
    }),
  }),
})

export const getUnrestrictedProperties = jsonCall({
  ...basic,
  access: 'anyone',
  id: 'basicdeviceinfo.getAllUnrestrictedProperties',
  method: 'getAllUnrestrictedProperties',
  summary: 'Returns the properties that identify the device.',
  request: v.object({}),
  data: v.object({ propertyList: v.object(unrestricted) }),
})

export const getBasicInfoVersions = jsonCall({
  ...basic,
  access: 'anyone',
  id: 'basicdeviceinfo.getSupportedVersions',
  method: 'getSupportedVersions',
  summary: 'Lists the supported versions of this call.',
  request: v.object({}),
  data: v.object({ apiVersions: v.array(v.string()) }),
})
