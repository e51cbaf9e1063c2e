/** The settings of SIP as the form holds them. Source: console specification B §2, §3, §4, §5. */
import type {
  AudioCodecRecord,
  SipAttribute,
  SipConfiguration,
  SupportedAttribute,
} from '@lintel/contract/calls/sip'
import { atMost, firstOf, found, problem, required } from '@lintel/contract/rules/problem'
import {
  checkPorts,
  dtmfPayloadType,
  maxCallDuration,
  natServer,
  registrationInterval,
  SIP_TEXT_MAX,
  sipPassword,
  sipPort,
  timeoutSeconds,
} from '@lintel/contract/rules/sip'
import type { Checked } from '@lintel/ui/form'
import { sameRecord } from '../../app/stored/same-record.ts'
import { selectedOf } from './codecs.ts'

/** What the page reads from the device. */
export interface SipState {
  configuration: SipConfiguration
  /** The attributes that the device reports. */
  attributes: readonly SupportedAttribute[]
  /** The codecs that it offers, the preferred one first. */
  codecs: readonly AudioCodecRecord[]
  /** All codecs that it has. */
  supported: readonly AudioCodecRecord[]
  /** The version of the codecs, if the device tells one. */
  codecsVersion: string | undefined
  /** Settings that it stores without acting on them. */
  unused: readonly string[]
}

/** What of the settings depends on the product. B §2. */
export interface ProductParts {
  /** Two-way video: `A8307` only (SIPSET-03, OPEN-68). */
  twoWayVideo: boolean
  /** Calls without end: audio products only (SIPSET-07). */
  endless: boolean
  /** The video of a call: door stations only (SIPSET-09). */
  video: boolean
}

/** Numbers are what was typed. `turnPassword` is a new one: the stored one can't be read. */
export interface SipValues {
  enabled: boolean
  callingTimeout: string
  twoWayVideo: boolean
  allowIncoming: boolean
  answeringTimeout: string
  sipPort: string
  tlsPort: string
  rtpPort: string
  ice: boolean
  stun: boolean
  stunServer: string
  turn: boolean
  turnServer: string
  turnUser: string
  turnPassword: string
  maxDuration: string
  endless: boolean
  interval: string
  /** Those selected, in the user's order (`codecs.ts`). */
  codecs: string
  audioDirection: string
  viaRewrite: boolean
  contactRewrite: boolean
  noTcpSwitch: boolean
  payloadType: string
  packetization: string
  videoDirection: string
}

/** The attributes that the page shows: what the device reports and the product has (SIPSET-36). */
export function shownAttributes(
  { attributes }: Pick<SipState, 'attributes'>,
  { twoWayVideo, video }: Pick<ProductParts, 'twoWayVideo' | 'video'>,
): ReadonlySet<SipAttribute> {
  const here = ({ Name }: SupportedAttribute) => {
    if (Name === 'VideoRelayEnabled') return twoWayVideo
    return video || (Name !== 'VideoDirection' && Name !== 'H264PacketizationMode')
  }
  return new Set(attributes.filter(here).map(({ Name }) => Name as SipAttribute))
}

const attributeOf = ({ configuration, attributes }: SipState, name: SipAttribute): string =>
  configuration.Attribute.find(({ Name }) => Name === name)?.Value ??
  attributes.find(({ Name }) => Name === name)?.Default ??
  ''

/** The form's values in what the device reports. */
export function valuesIn(state: SipState): SipValues {
  const { configuration: stored, codecs } = state
  const attribute = (name: SipAttribute) => attributeOf(state, name)
  const on = (name: SipAttribute) => attribute(name) === 'true'
  const [stun] = stored.STUNServers
  const [turn] = stored.TURNServers
  return {
    enabled: stored.SIPEnabled,
    callingTimeout: String(stored.CallingTimeout),
    twoWayVideo: on('VideoRelayEnabled'),
    allowIncoming: stored.AllowIncomingCalls,
    answeringTimeout: String(stored.AnsweringTimeout),
    sipPort: String(stored.SIPPort),
    tlsPort: String(stored.SIPTLSPort),
    rtpPort: String(stored.RTPStartPort),
    ice: stored.ICEEnabled || stored.TURNEnabled,
    stun: stored.STUNEnabled,
    stunServer: stun?.Server ?? '',
    turn: stored.TURNEnabled,
    turnServer: turn?.Server ?? '',
    turnUser: turn?.Username ?? '',
    turnPassword: '',
    maxDuration: attribute('MaxCallDuration'),
    endless: attribute('MaxCallDuration') === '0',
    interval: attribute('RegistrationInterval'),
    codecs: selectedOf(codecs),
    audioDirection: attribute('AudioDirection'),
    viaRewrite: !on('DisableViaRewrite'),
    contactRewrite: !on('DisableContactRewrite'),
    noTcpSwitch: on('DisableTCPSwitch'),
    payloadType: attribute('TelephoneEventPayloadType'),
    packetization: attribute('H264PacketizationMode'),
    videoDirection: attribute('VideoDirection'),
  }
}

/** Whether the device has a password for the server and user that are typed. */
export const keepsPassword = (
  { turnServer, turnUser }: Pick<SipValues, 'turnServer' | 'turnUser'>,
  { configuration: { TURNEnabled, TURNServers } }: Pick<SipState, 'configuration'>,
): boolean => {
  const [stored] = TURNServers
  // Without a password, TURN can't have been switched on.
  return TURNEnabled && stored?.Server === turnServer && stored.Username === turnUser
}

const turnUser = firstOf(required, atMost(SIP_TEXT_MAX))
const turnPassword = firstOf(required, sipPassword)

/** Fields that are hidden are not checked. B §5. */
export function checkSip(
  values: SipValues,
  state: SipState,
  shown: ReadonlySet<SipAttribute>,
  parts: Pick<ProductParts, 'endless'>,
): Checked<SipValues> {
  const { stun, turn } = values
  const endless = parts.endless && values.endless
  const equal = checkPorts({
    SIPPort: Number(values.sipPort),
    SIPTLSPort: Number(values.tlsPort),
    RTPStartPort: Number(values.rtpPort),
  })
  const typed = values.turnPassword !== '' || !keepsPassword(values, state)
  return {
    errors: found<SipValues>({
      callingTimeout: timeoutSeconds(values.callingTimeout),
      answeringTimeout: timeoutSeconds(values.answeringTimeout),
      sipPort: sipPort(values.sipPort),
      tlsPort: sipPort(values.tlsPort) ?? equal.SIPTLSPort,
      rtpPort: sipPort(values.rtpPort) ?? equal.RTPStartPort,
      stunServer: stun ? natServer(values.stunServer) : undefined,
      turnServer: turn ? natServer(values.turnServer) : undefined,
      turnUser: turn ? turnUser(values.turnUser) : undefined,
      turnPassword: turn && typed ? turnPassword(values.turnPassword) : undefined,
      maxDuration:
        shown.has('MaxCallDuration') && !endless ? maxCallDuration(values.maxDuration) : undefined,
      interval: shown.has('RegistrationInterval')
        ? registrationInterval(values.interval)
        : undefined,
      codecs:
        state.supported.length > 0 && values.codecs === ''
          ? problem('sipSettings.noCodec')
          : undefined,
      payloadType: shown.has('TelephoneEventPayloadType')
        ? dtmfPayloadType(values.payloadType)
        : undefined,
    }),
  }
}

/** The values to save: hidden fields, which may be half typed, keep their stored values. */
export function effective(typed: SipValues, before: SipValues): SipValues {
  const { stunServer } = before
  const turn = typed.turn
    ? { ice: true }
    : { turnServer: before.turnServer, turnUser: before.turnUser, turnPassword: '' }
  return {
    ...typed,
    ...(typed.stun ? {} : { stunServer }),
    ...turn,
    endless: typed.maxDuration === '0',
  }
}

const withoutPassword = (values: SipValues): SipValues => ({ ...values, turnPassword: '' })

/** Whether the device has the same stored; passwords can't be compared. */
export const sameSip = (one: SipValues, other: SipValues): boolean =>
  sameRecord(withoutPassword(one), withoutPassword(other))

/** The servers of a list with another first one; the form has only one of them. */
const withFirst = <T extends { Server: string }>(servers: readonly T[], first: T): T[] =>
  first.Server === '' ? [...servers] : [first, ...servers.slice(1)]

/**
 * The whole configuration with the form's values. What the form doesn't have, further servers and
 * unknown members included, stays as the device reported it (SIPSET-37, OPEN-117).
 */
export function configurationOf(
  values: SipValues,
  { configuration: now }: Pick<SipState, 'configuration'>,
  shown: ReadonlySet<SipAttribute>,
): SipConfiguration {
  const [turn] = now.TURNServers
  const sameUser = turn?.Server === values.turnServer && turn.Username === values.turnUser
  return {
    ...now,
    SIPEnabled: values.enabled,
    SIPPort: Number(values.sipPort),
    SIPTLSPort: Number(values.tlsPort),
    RTPStartPort: Number(values.rtpPort),
    STUNEnabled: values.stun,
    STUNServers: withFirst(now.STUNServers, { ...now.STUNServers[0], Server: values.stunServer }),
    TURNEnabled: values.turn,
    TURNServers: withFirst(now.TURNServers, {
      ...turn,
      Server: values.turnServer,
      Username: values.turnUser,
      // Null keeps the password of the same server and user.
      Password: values.turnPassword || (sameUser ? turn.Password : null),
    }),
    ICEEnabled: values.ice,
    AllowIncomingCalls: values.allowIncoming,
    CallingTimeout: Number(values.callingTimeout),
    AnsweringTimeout: Number(values.answeringTimeout),
    Attribute: attributesWith(now.Attribute, attributeValues(values), shown),
  }
}

const attributeValues = (values: SipValues): Record<SipAttribute, string> => ({
  DisableViaRewrite: String(!values.viaRewrite),
  DisableContactRewrite: String(!values.contactRewrite),
  DisableTCPSwitch: String(values.noTcpSwitch),
  MaxCallDuration: values.maxDuration,
  RegistrationInterval: values.interval,
  AudioDirection: values.audioDirection,
  TelephoneEventPayloadType: values.payloadType,
  VideoRelayEnabled: String(values.twoWayVideo),
  VideoDirection: values.videoDirection,
  H264PacketizationMode: values.packetization,
})

/** The list with the values of those that the page shows; the others stay. */
function attributesWith(
  now: SipConfiguration['Attribute'],
  values: Record<string, string>,
  shown: ReadonlySet<string>,
): SipConfiguration['Attribute'] {
  const listed = new Set(now.map(({ Name }) => Name))
  return [
    ...now.map((one) => (shown.has(one.Name) ? { ...one, Value: values[one.Name] ?? '' } : one)),
    ...Array.from(shown)
      .filter((name) => !listed.has(name))
      .map((Name) => ({ Name, Value: values[Name] ?? '' })),
  ]
}
