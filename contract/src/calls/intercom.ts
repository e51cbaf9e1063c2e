import * as v from 'valibot'
import { actionCall } from '../call.ts'
import type { Capabilities } from '../capabilities.ts'
import { cardReaderMembers } from '../card-reader.ts'
import type { CardReaderConfiguration } from '../card-reader.ts'
import { returnedDisplay, writtenDisplay } from '../display.ts'
import type { DisplaySettings } from '../display.ts'
import { intercomService as service } from './intercom-service.ts'

const list = v.pipe(v.array(v.string()), v.readonly())

const listOf = <S extends v.ObjectEntries>(entries: S) =>
  v.pipe(v.array(v.object(entries)), v.readonly())

/** The fields that the specification reads, in its spelling; some devices use the public one. */
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
  ...service,
  id: 'intercom.GetServiceCapabilities',
  operation: 'GetServiceCapabilities',
  effect: 'read',
  summary:
    "Returns the device's hardware and capabilities. Products with none of them lack the service.",
  source: 'A §3 Device capabilities; A §7',
  proof: 'fixture',
  request: v.strictObject({}),
  data: v.object({ Capabilities: known }),
})

const seconds = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

/** How the call button can be lit while nobody calls. Products list those that they have. */
export const IDLE_BEHAVIOURS = ['Automatic', 'Off', 'On'] as const
export type IdleBehaviour = (typeof IDLE_BEHAVIOURS)[number]

/** The factory value. */
export const IDLE_BEHAVIOUR: IdleBehaviour = 'Automatic'

/** The settings beside those of the card reader. */
const settings = {
  /** The light of the call button while nobody calls, on products that have one. */
  CallButtonIdleBehavior: v.optional(v.picklist(IDLE_BEHAVIOURS)),
  /** Whether the video management software is told of calls; true from the factory. */
  CallTriggersEnabled: v.optional(v.boolean()),
  /** Seconds without anybody in front of it after which the display sleeps. */
  PresenceTimeout: v.optional(seconds(1, 86_400)),
}

const written = v.strictObject({
  Version: v.optional(v.string()),
  ...settings,
  CardReaderConfiguration: v.optional(v.partial(v.strictObject(cardReaderMembers))),
  DisplayConfiguration: v.optional(writtenDisplay),
})

/** Default for the seconds after the last key until a PIN is discarded. Source: A §4. */
export const PIN_TIMEOUT = 10

/** Absent members keep their values, or were never set. */
export interface IntercomConfiguration {
  CallButtonIdleBehavior?: IdleBehaviour | undefined
  CallTriggersEnabled?: boolean | undefined
  PresenceTimeout?: number | undefined
  DisplayConfiguration?: DisplaySettings | undefined
}

/** The members of the card reader that a write has: each is replaced as a whole. */
export type CardReaderWrite = {
  [Member in keyof CardReaderConfiguration]?: CardReaderConfiguration[Member] | undefined
}

export const getConfiguration = actionCall({
  ...service,
  id: 'intercom.GetConfiguration',
  operation: 'GetConfiguration',
  effect: 'read',
  summary:
    "Returns the settings: whether the video management software is told of calls, the display's sleep time (5 s applies while the device is too warm), the call button's light and, on products with one, the display and the card reader. Keys and passwords that are set read as eight asterisks.",
  proof: 'fixture',
  request: v.object({}),
  data: v.object({
    Configuration: v.object({
      Version: v.string(),
      ...settings,
      CardReaderConfiguration: v.optional(v.object(cardReaderMembers)),
      DisplayConfiguration: v.optional(returnedDisplay),
    }),
  }),
})

export const updateConfiguration = actionCall({
  ...service,
  id: 'intercom.UpdateConfiguration',
  operation: 'UpdateConfiguration',
  effect: 'write',
  summary:
    'Sets the given members, of the display too; the others keep their values. Members of the card reader are replaced as a whole. What the display offers (`supportedLanguages`) and its image (`welcomeImage`) can be written back, without effect. Eight asterisks in place of a key or password keep the stored one.',
  proof: 'fixture',
  request: v.strictObject({ Configuration: written }),
  data: v.object({}),
})

export const setConfiguration = actionCall({
  ...service,
  id: 'intercom.SetConfiguration',
  operation: 'SetConfiguration',
  effect: 'write',
  summary: 'Sets everything: members that are not given return to their factory values.',
  proof: 'fixture',
  request: v.strictObject({ Configuration: written }),
  data: v.object({}),
})

export const injectKeySequence = actionCall({
  ...service,
  id: 'intercom.InjectKeySequence',
  operation: 'InjectKeySequence',
  effect: 'write',
  summary:
    'Types keys as if on the keypad: digits, `*`, `#` to enter, `C` to clear. `Source` names the sender.',
  proof: 'fixture',
  request: v.strictObject({
    KeySequence: v.pipe(v.string(), v.regex(/^[0-9*#C]{1,64}$/)),
    Source: v.optional(v.pipe(v.string(), v.maxLength(64)), ''),
  }),
  data: v.object({}),
})
