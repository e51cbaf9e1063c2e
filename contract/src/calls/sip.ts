import * as v from 'valibot'
import { actionCall, restCall } from '../call.ts'
import { callService } from './call-service.ts'

const list = <S extends v.GenericSchema>(item: S, max = 100) =>
  v.pipe(v.nullish(v.array(item), []), v.maxLength(max))
const text = (max: number) => v.pipe(v.nullish(v.string(), ''), v.maxLength(max))
const whole = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
const port = whole(1024, 65_535)
const address = v.pipe(v.string(), v.minLength(1), v.maxLength(256))

const attribute = v.looseObject({ Name: v.string(), Value: v.string() })

/** Values are text, whatever the `Type`. */
const attributeInfo = v.object({
  Name: v.string(),
  Type: v.picklist(['string', 'int', 'bool']),
  Default: v.string(),
})

/** Every member of the settings; unknown ones are kept. */
const configuration = v.looseObject({
  SIPEnabled: v.boolean(),
  SIPPort: port,
  SIPTLSPort: port,
  /** The first of the ports for audio. */
  RTPStartPort: port,
  STUNEnabled: v.boolean(),
  STUNServers: list(v.looseObject({ Server: address }), 8),
  TURNEnabled: v.boolean(),
  /** `Password` is null in answers; null or empty keeps that of the same server and user. */
  TURNServers: list(
    v.looseObject({
      Server: address,
      Username: text(128),
      Password: v.nullish(v.pipe(v.string(), v.maxLength(128)), null),
    }),
    8,
  ),
  ICEEnabled: v.boolean(),
  AllowIncomingCalls: v.boolean(),
  ApplyUserAuthentication: v.boolean(),
  /**
   * Names, or records with `Username` and `Password`: a user with a password is asked for it.
   * Passwords are null in answers; null or empty keeps that of the same user.
   */
  AllowedUsers: list(v.union([v.string(), v.looseObject({})])),
  ApplyAllowedURIs: v.boolean(),
  AllowedURIs: list(v.string()),
  ApplyAccessList: v.boolean(),
  AccessList: list(v.string()),
  /** The device has no list of forbidden callers. */
  AccessListPolicy: v.nullish(v.picklist(['Allow']), 'Allow'),
  /** Seconds. */
  CallingTimeout: whole(1, 600),
  AnsweringTimeout: whole(1, 600),
  /** `Server`, `Username` and `Password` as in an account: requests of all accounts go through them. */
  SIPProxies: list(v.looseObject({}), 7),
  /** `resolution=352x288&fps=30&camera=1`. */
  StreamParameters: text(256),
  Attribute: list(attribute),
})

/** An attribute that a device reports. */
export type SupportedAttribute = v.InferOutput<typeof attributeInfo>

/** What `GetSIPConfiguration` answers. */
export type SipConfiguration = v.InferOutput<typeof configuration>

/** The names of the attributes in `SipConfiguration.Attribute`. */
export type SipAttribute =
  | 'DisableViaRewrite'
  | 'DisableContactRewrite'
  | 'DisableTCPSwitch'
  | 'MaxCallDuration'
  | 'RegistrationInterval'
  | 'AudioDirection'
  | 'TelephoneEventPayloadType'
  | 'VideoRelayEnabled'
  | 'VideoDirection'
  | 'H264PacketizationMode'

const codec = v.looseObject({
  Name: v.string(),
  /** Hertz. */
  SampleRate: v.number(),
  Options: v.optional(v.string(), ''),
})
const codecs = v.object({ AudioCodec: v.array(codec) })

export type AudioCodecRecord = v.InferOutput<typeof codec>

export const getSipCapabilities = actionCall({
  ...callService,
  id: 'sip.GetServiceCapabilities',
  operation: 'GetServiceCapabilities',
  effect: 'read',
  summary: 'Tells which parts of the call service the device has.',
  request: v.object({}),
  data: v.object({
    Capabilities: v.object({
      SIP: v.boolean(),
      DTMF: v.boolean(),
      AudioCodec: v.boolean(),
      MediaEncryption: v.boolean(),
      Certificate: v.boolean(),
      Attribute: v.boolean(),
    }),
  }),
})

export const getSipConfiguration = actionCall({
  ...callService,
  id: 'sip.GetSIPConfiguration',
  operation: 'GetSIPConfiguration',
  effect: 'read',
  summary: 'Returns the SIP settings. Passwords are null; writing null keeps them.',
  request: v.object({}),
  data: v.object({ SIPConfiguration: configuration }),
})

export const setSipConfiguration = actionCall({
  ...callService,
  id: 'sip.SetSIPConfiguration',
  operation: 'SetSIPConfiguration',
  effect: 'write',
  summary:
    'Sets the SIP settings. Absent members keep their values, or return to the factory values with `KeepCurrent: false`; unknown members are stored and returned.',
  request: v.object({
    SIPConfiguration: v.partial(configuration),
    KeepCurrent: v.nullish(v.boolean(), true),
  }),
  data: v.object({}),
})

export const getSupportedSipAttributes = actionCall({
  ...callService,
  id: 'sip.GetSupportedSIPConfigurationAttributes',
  operation: 'GetSupportedSIPConfigurationAttributes',
  effect: 'read',
  summary: 'Lists the attributes of the SIP settings, with their types and defaults.',
  request: v.object({}),
  data: v.object({ AttributeInfo: v.array(attributeInfo) }),
})

export const getSupportedAccountAttributes = actionCall({
  ...callService,
  id: 'sip.GetSupportedSIPAccountAttributes',
  operation: 'GetSupportedSIPAccountAttributes',
  effect: 'read',
  summary: 'Lists the attributes of SIP accounts: there are none.',
  request: v.object({}),
  data: v.object({ AttributeInfo: v.array(attributeInfo) }),
})

export const getMediaEncryptionModes = actionCall({
  ...callService,
  id: 'sip.GetSupportedMediaEncryptionModes',
  operation: 'GetSupportedMediaEncryptionModes',
  effect: 'read',
  summary: 'Lists the modes of media encryption.',
  request: v.object({}),
  data: v.object({ MediaEncryption: v.array(v.string()) }),
})

export const getAudioCodecs = actionCall({
  ...callService,
  id: 'sip.GetAudioCodecs',
  operation: 'GetAudioCodecs',
  effect: 'read',
  summary: 'Lists the codecs that the device offers, the preferred one first.',
  request: v.object({}),
  data: codecs,
})

export const setAudioCodecs = actionCall({
  ...callService,
  id: 'sip.SetAudioCodecs',
  operation: 'SetAudioCodecs',
  effect: 'write',
  summary: 'Sets which codecs the device offers, and in which order: at least one.',
  request: codecs,
  data: v.object({}),
})

export const getSupportedAudioCodecs = actionCall({
  ...callService,
  id: 'sip.GetSupportedAudioCodecs',
  operation: 'GetSupportedAudioCodecs',
  effect: 'read',
  summary: 'Lists the codecs that the device has.',
  request: v.object({}),
  data: codecs,
})

export const getDefaultAudioCodecs = actionCall({
  ...callService,
  id: 'sip.GetDefaultAudioCodecs',
  operation: 'GetDefaultAudioCodecs',
  effect: 'read',
  summary: 'Lists the codecs that the device offers with factory settings, in that order.',
  request: v.object({}),
  data: codecs,
})

export const getUnusedSipSettings = restCall({
  id: 'sip.unused',
  path: '/lintel/sip/unused',
  methods: ['GET'],
  access: 'admin',
  effect: 'read',
  source: 'own design',
  proof: 'own design',
  own: true,
  summary:
    'Lists the members and attributes of the SIP settings that the device stores without acting on them.',
  request: v.object({}),
  data: v.object({ names: v.array(v.string()) }),
})
