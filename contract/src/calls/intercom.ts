import * as v from 'valibot'
import { actionCall } from '../call.ts'
import type { Capabilities } from '../capabilities.ts'

const list = v.pipe(v.array(v.string()), v.readonly())

const listOf = <S extends v.ObjectEntries>(entries: S) =>
  v.pipe(v.array(v.object(entries)), v.readonly())

/** What the specification reads, in its spelling; devices tell some of it in the public one too. */
const known = v.object({
  Version: v.string(),
  hdmi: v.boolean(),
  display: v.boolean(),
  reader: v.boolean(),
  pinKeypad: v.boolean(),
  callKeypad: v.boolean(),
  callButton: v.boolean(),
  callButtonLED: v.boolean(),
  uiLeds: listOf({ ledId: v.string(), ledType: v.string() }),
  lineOutGain: v.boolean(),
  telecoilOutGain: v.boolean(),
  SupportedCards: listOf({
    Name: v.string(),
    DisplayName: v.string(),
    Category: v.string(),
    DataSources: list,
  }),
  AccesscontrolIntegrationProtocols: list,
  SupportedIOPins: list,
  SupportedColorNames: list,
  SupportedKeypressOutputFormatWiegand: list,
  SupportedCardOutputFormat: list,
  SupportedFacilityCodeOverrideMode: list,
  SupportedParityType: list,
  CompatibilityConfigs: listOf({ Name: v.string(), Type: v.string(), Default: v.string() }),
  SupportedCallButtonIdleBehavior: list,
  IntegerValidators: listOf({ Name: v.string(), Min: v.number(), Max: v.number() }),
}) satisfies v.GenericSchema<unknown, Capabilities>

export const getServiceCapabilities = actionCall({
  id: 'intercom.GetServiceCapabilities',
  path: '/vapix/axdsapi',
  publicPath: '/vapix/intercom',
  operation: 'GetServiceCapabilities',
  prefix: 'axdsapi',
  access: 'admin',
  effect: 'read',
  summary:
    'What the device is built of and can do. Products without any of it have no such service.',
  source: 'A §3 Device capabilities; A §7',
  proof: 'fixture',
  request: v.strictObject({}),
  data: v.object({ Capabilities: known }),
})
