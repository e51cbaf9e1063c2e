import type { SoapCall } from '@lintel/contract/call'
import * as onvifDevice from '@lintel/contract/calls/onvif-device'
import * as events from '@lintel/contract/calls/onvif-events'
import * as media from '@lintel/contract/calls/onvif-media'
import { deviceManagement } from '@lintel/contract/calls/onvif-users'
import * as profiles from '@lintel/contract/calls/onvif-profiles'
import type { Client } from '../../front-door/src/testing/clients/client.ts'
import type { Station } from './station.ts'

/** A call with its arguments. */
interface OnvifStep {
  call: SoapCall
  given?: Record<string, unknown>
}

const profile = { ProfileToken: 'profile_1' }
const encoder = { ConfigurationToken: 'encoder_1' }
const source = { ConfigurationToken: 'source_1' }
const metadata = { ConfigurationToken: 'metadata_1' }
const mine = { ProfileToken: 'mine' }

/** What clients ask a device first. */
const DEVICE_STEPS: readonly OnvifStep[] = [
  { call: onvifDevice.getServices, given: { IncludeCapability: true } },
  { call: onvifDevice.getDeviceServiceCapabilities },
  { call: onvifDevice.getCapabilities, given: { Category: ['All'] } },
  { call: onvifDevice.getDeviceInformation },
  { call: onvifDevice.getScopes },
  { call: onvifDevice.setScopes, given: { Scopes: ['onvif://www.onvif.org/location/gate'] } },
  { call: onvifDevice.addScopes, given: { ScopeItem: ['onvif://www.onvif.org/building/1'] } },
  { call: onvifDevice.removeScopes, given: { ScopeItem: ['onvif://www.onvif.org/building/1'] } },
  { call: onvifDevice.getOnvifHostname },
  { call: onvifDevice.getNetworkInterfaces },
  { call: onvifDevice.getNetworkProtocols },
  { call: onvifDevice.getOnvifDns },
  { call: onvifDevice.getNetworkDefaultGateway },
  { call: onvifDevice.setDiscoveryMode, given: { DiscoveryMode: 'Discoverable' } },
  { call: onvifDevice.getDiscoveryMode },
  { call: onvifDevice.getEndpointReference },
]

/** Looks at the profiles, makes one and removes it. */
const MEDIA_STEPS: readonly OnvifStep[] = [
  { call: media.getMediaServiceCapabilities },
  { call: media.getProfiles },
  { call: media.getProfile, given: profile },
  { call: media.getVideoSources },
  { call: media.getVideoSourceConfigurations },
  { call: media.getVideoSourceConfiguration, given: source },
  { call: media.getCompatibleVideoSourceConfigurations, given: profile },
  { call: media.getVideoSourceConfigurationOptions, given: source },
  { call: media.getVideoEncoderConfigurations },
  { call: media.getVideoEncoderConfiguration, given: encoder },
  { call: media.getCompatibleVideoEncoderConfigurations, given: profile },
  { call: media.getVideoEncoderConfigurationOptions, given: encoder },
  { call: media.getGuaranteedNumberOfVideoEncoderInstances, given: source },
  { call: media.getMetadataConfigurations },
  { call: media.getMetadataConfiguration, given: metadata },
  { call: media.getCompatibleMetadataConfigurations, given: profile },
  { call: media.getMetadataConfigurationOptions, given: metadata },
  { call: media.createProfile, given: { Name: 'Mine', Token: 'mine' } },
  { call: media.addVideoSourceConfiguration, given: { ...mine, ...source } },
  {
    call: media.addVideoEncoderConfiguration,
    given: { ...mine, ConfigurationToken: 'encoder_2' },
  },
  { call: media.addMetadataConfiguration, given: { ...mine, ...metadata } },
  {
    call: media.setVideoEncoderConfiguration,
    given: {
      Configuration: {
        token: 'encoder_2',
        Name: 'Small',
        Encoding: 'JPEG',
        Resolution: { Width: 320, Height: 240 },
        Quality: 50,
        SessionTimeout: 'PT60S',
      },
      ForcePersistence: true,
    },
  },
  {
    call: media.getStreamUri,
    given: { StreamSetup: { Stream: 'RTP-Unicast', Transport: { Protocol: 'RTSP' } }, ...mine },
  },
  { call: media.getSnapshotUri, given: mine },
  { call: media.removeMetadataConfiguration, given: mine },
  { call: media.removeVideoEncoderConfiguration, given: mine },
  { call: media.removeVideoSourceConfiguration, given: mine },
  { call: media.deleteProfile, given: mine },
]

/** What needs no subscription. */
const EVENT_STEPS: readonly OnvifStep[] = [
  { call: events.getEventServiceCapabilities },
  { call: events.getEventProperties },
  { call: events.createPullPoint, given: { InitialTerminationTime: 'PT1M' } },
]

function made({ call, given }: OnvifStep) {
  return { call, operation: call.operation, ...(given ? { arguments: given } : {}) }
}

/** The operations by the description that has them, as zeep makes them. */
export const ONVIF_STEPS = [
  [deviceManagement.description, DEVICE_STEPS.map(made)],
  [media.mediaService.description, MEDIA_STEPS.map(made)],
  [events.eventsService.description, EVENT_STEPS.map(made)],
] as const

/** What needs several requests, one after the other. */
export async function makeOnvifCalls(door: Station, client: Client): Promise<void> {
  await fetchEvents(door, client)
  await editProfiles(door, client)
}

const SOAP = 'http://www.w3.org/2003/05/soap-envelope'
const TEV = events.eventsService.namespace
const message = (body: string): string =>
  `<s:Envelope xmlns:s="${SOAP}" xmlns:tev="${TEV}" xmlns:wsnt="${events.WSN}"><s:Body>${body}</s:Body></s:Envelope>`

/** Fetches events at the address that the device names for a subscription. */
async function fetchEvents(door: Station, client: Client): Promise<void> {
  const type = 'application/soap+xml; charset=utf-8'
  const [begun] = await door.makes(client, [
    {
      call: events.createPullPoint,
      body: message('<tev:CreatePullPointSubscription/>'),
      type,
    },
  ])
  const query = /\?subscription=\w+/.exec(begun?.text ?? '')?.[0] ?? ''
  const at = { path: `/onvif/services${query}`, type }
  const pull =
    '<tev:PullMessages><tev:Timeout>PT0S</tev:Timeout><tev:MessageLimit>10</tev:MessageLimit></tev:PullMessages>'
  await door.makes(client, [
    {
      ...at,
      call: events.setSynchronizationPoint,
      body: message('<tev:SetSynchronizationPoint/>'),
    },
    { ...at, call: events.pullMessages, body: message(pull) },
    { ...at, call: events.renewSubscription, body: message('<wsnt:Renew/>') },
    { ...at, call: events.unsubscribe, body: message('<wsnt:Unsubscribe/>') },
  ])
}

/** Adds a media profile by the calls of the page, and removes it. */
async function editProfiles(door: Station, client: Client): Promise<void> {
  const [, saved] = await door.makes(client, [
    { call: profiles.listMediaProfiles, find: /"token":"profile_1"/ },
    {
      call: profiles.saveMediaProfile,
      json: { name: 'Wall', video: true, events: true },
      find: /"token":"profile_\d+"/,
    },
  ])
  const { token } = JSON.parse(saved?.text ?? '{}') as { token: string }
  await door.makes(client, [
    { call: profiles.removeMediaProfile, method: 'DELETE', query: { token } },
  ])
}
