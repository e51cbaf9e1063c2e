import { deviceCapabilities } from '@lintel/contract/calls/onvif-device'
import { eventsService } from '@lintel/contract/calls/onvif-events'
import {
  capabilityAttributes,
  mediaCapabilities,
  mediaService,
} from '@lintel/contract/calls/onvif-media'
import { deviceManagement } from '@lintel/contract/calls/onvif-users'
import { ONVIF_NAME_MAX, PASSWORD_MAX } from '@lintel/contract/rules/account'
import { writeFields } from '@lintel/contract/soap/shape'
import { element } from '@lintel/contract/xml/element'
import type { XmlElement } from '@lintel/contract/xml/element'
import { MEDIA_PROFILES_MAX } from '../../state/media-profiles.ts'
import { ONVIF_ACCOUNTS_MAX } from '../onvif-users/onvif-users.ts'
import { PULL_POINTS_MAX } from './pull-points.ts'

const yes = 'true'
const no = 'false'

export const DEVICE_CAPABILITIES = {
  Network: {
    IPFilter: no,
    ZeroConfiguration: no,
    IPVersion6: no,
    DynDNS: no,
    NTP: '1',
    HostnameFromDHCP: yes,
  },
  Security: {
    'TLS1.2': yes,
    OnboardKeyGeneration: yes,
    AccessPolicyConfig: no,
    DefaultAccessPolicy: yes,
    UsernameToken: yes,
    HttpDigest: yes,
    MaxUsers: String(ONVIF_ACCOUNTS_MAX),
    MaxUserNameLength: String(ONVIF_NAME_MAX),
    MaxPasswordLength: String(PASSWORD_MAX),
  },
  System: {
    DiscoveryResolve: yes,
    DiscoveryBye: yes,
    RemoteDiscovery: no,
    SystemBackup: no,
    SystemLogging: no,
    FirmwareUpgrade: no,
  },
}

export const MEDIA_CAPABILITIES = {
  SnapshotUri: 'true',
  Rotation: 'false',
  VideoSourceMode: 'false',
  OSD: 'false',
  ProfileCapabilities: { MaximumNumberOfProfiles: String(MEDIA_PROFILES_MAX) },
  StreamingCapabilities: {
    RTPMulticast: 'false',
    RTP_TCP: 'false',
    RTP_RTSP_TCP: 'true',
    NonAggregateControl: 'false',
    NoRTSPStreaming: 'false',
  },
}

export const EVENT_CAPABILITIES = {
  WSSubscriptionPolicySupport: 'false',
  WSPullPointSupport: 'true',
  WSPausableSubscriptionManagerInterfaceSupport: 'false',
  MaxNotificationProducers: '1',
  MaxPullPoints: String(PULL_POINTS_MAX),
  PersistentNotificationStorage: 'false',
}

const attributesOf = (values: Record<string, unknown>, names: readonly string[]) =>
  names.map((name) => ({ name, namespace: '', value: String(values[name]) }))

/** What a service says about itself in the answer to GetServices: its own element. */
export function capabilitiesOf(service: 'device' | 'media' | 'events'): readonly XmlElement[] {
  if (service === 'device') {
    const { namespace } = deviceManagement
    const content = writeFields(deviceCapabilities, namespace, DEVICE_CAPABILITIES)
    return [element(namespace, 'Capabilities', content)]
  }
  if (service === 'media') {
    const { namespace } = mediaService
    const content = writeFields(mediaCapabilities, namespace, MEDIA_CAPABILITIES)
    const attributes = attributesOf(MEDIA_CAPABILITIES, capabilityAttributes)
    return [element(namespace, 'Capabilities', content, attributes)]
  }
  const attributes = attributesOf(EVENT_CAPABILITIES, Object.keys(EVENT_CAPABILITIES))
  return [element(eventsService.namespace, 'Capabilities', [], attributes)]
}
