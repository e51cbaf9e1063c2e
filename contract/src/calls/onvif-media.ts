import * as v from 'valibot'
import { downloadCall, soapCall } from '../call.ts'
import type { Call } from '../call.ts'
import { MEDIA_PATH, DEVICE_PATH, SNAPSHOT_PATH } from '../onvif/addresses.ts'
import {
  choiceOf,
  mediaProfile,
  metadataConfiguration,
  tt,
  videoEncoderConfiguration,
  videoEncoderOptions,
  videoSource,
  videoSourceConfiguration,
  videoSourceOptions,
} from '../onvif/types.ts'
import type { SoapService } from '../soap/service.ts'
import { ONVIF_SCHEMA } from '../soap/service.ts'
import { boolean, many, number, once, optional, recordWith, text, xml } from '../soap/shape.ts'
import type { Fields } from '../soap/shape.ts'

/** ONVIF's media service, version 1. */
export const mediaService: SoapService = {
  name: 'MediaService',
  namespace: 'http://www.onvif.org/ver10/media/wsdl',
  prefix: 'trt',
  description: '/wsdl/onvif/media.wsdl',
}

const operation = <I extends Fields, O extends Fields>(
  name: string,
  about: { access: Call['access']; effect: 'read' | 'write'; summary: string; input: I; output: O },
) =>
  soapCall({
    id: `onvifMedia.${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    path: '/vapix/services',
    aliases: [MEDIA_PATH, DEVICE_PATH],
    service: mediaService,
    operation: name,
    source: 'ONVIF Media',
    proof: 'client',
    ...about,
  })

/** ONVIF's access class READ_MEDIA. */
const reads = <I extends Fields, O extends Fields>(
  name: string,
  summary: string,
  input: I,
  output: O,
) => operation(name, { access: 'viewer', effect: 'read', summary, input, output })

/** ONVIF's access class ACTUATE. */
const changes = <I extends Fields, O extends Fields>(
  name: string,
  summary: string,
  input: I,
  output: O,
) => operation(name, { access: 'operator', effect: 'write', summary, input, output })

const ofProfile = { ProfileToken: once(text) }
const ofConfiguration = { ConfigurationToken: once(text) }
const ofEither = { ConfigurationToken: optional(text), ProfileToken: optional(text) }
const linking = { ProfileToken: once(text), ConfigurationToken: once(text) }
const { namespace } = mediaService

export const mediaCapabilities = {
  ProfileCapabilities: once(
    recordWith(namespace, 'ProfileCapabilities', ['MaximumNumberOfProfiles'], {}),
  ),
  StreamingCapabilities: once(
    recordWith(
      namespace,
      'StreamingCapabilities',
      ['RTPMulticast', 'RTP_TCP', 'RTP_RTSP_TCP', 'NonAggregateControl', 'NoRTSPStreaming'],
      {},
    ),
  ),
}
export const capabilityAttributes = ['SnapshotUri', 'Rotation', 'VideoSourceMode', 'OSD'] as const

export const getMediaServiceCapabilities = operation('GetServiceCapabilities', {
  access: 'anyone',
  effect: 'read',
  summary: 'Returns what the media service can do.',
  input: {},
  output: {
    Capabilities: once(
      recordWith(namespace, 'Capabilities', capabilityAttributes, mediaCapabilities),
    ),
  },
})

export const getProfiles = reads(
  'GetProfiles',
  'Lists the media profiles.',
  {},
  {
    Profiles: many(mediaProfile),
  },
)
export const getProfile = reads('GetProfile', 'Returns a media profile.', ofProfile, {
  Profile: once(mediaProfile),
})
export const createProfile = changes(
  'CreateProfile',
  'Adds an empty media profile.',
  { Name: once(text), Token: optional(text) },
  { Profile: once(mediaProfile) },
)
export const deleteProfile = changes('DeleteProfile', 'Deletes a media profile.', ofProfile, {})

export const getVideoSources = reads(
  'GetVideoSources',
  'Lists the cameras.',
  {},
  {
    VideoSources: many(videoSource),
  },
)

const sources = { Configurations: many(videoSourceConfiguration) }
export const getVideoSourceConfigurations = reads(
  'GetVideoSourceConfigurations',
  'Lists the configurations of the camera.',
  {},
  sources,
)
export const getVideoSourceConfiguration = reads(
  'GetVideoSourceConfiguration',
  'Returns a configuration of the camera.',
  ofConfiguration,
  { Configuration: once(videoSourceConfiguration) },
)
export const getCompatibleVideoSourceConfigurations = reads(
  'GetCompatibleVideoSourceConfigurations',
  'Lists the configurations of the camera that a profile can have.',
  ofProfile,
  sources,
)
export const getVideoSourceConfigurationOptions = reads(
  'GetVideoSourceConfigurationOptions',
  'Returns what a configuration of the camera can be set to.',
  ofEither,
  { Options: once(videoSourceOptions) },
)
export const addVideoSourceConfiguration = changes(
  'AddVideoSourceConfiguration',
  'Gives a profile the picture of the camera.',
  linking,
  {},
)
export const removeVideoSourceConfiguration = changes(
  'RemoveVideoSourceConfiguration',
  'Takes the picture of the camera out of a profile.',
  ofProfile,
  {},
)

const encoders = { Configurations: many(videoEncoderConfiguration) }
export const getVideoEncoderConfigurations = reads(
  'GetVideoEncoderConfigurations',
  'Lists the video encoders with their settings.',
  {},
  encoders,
)
export const getVideoEncoderConfiguration = reads(
  'GetVideoEncoderConfiguration',
  'Returns the settings of a video encoder.',
  ofConfiguration,
  { Configuration: once(videoEncoderConfiguration) },
)
export const getCompatibleVideoEncoderConfigurations = reads(
  'GetCompatibleVideoEncoderConfigurations',
  'Lists the video encoders that a profile can have.',
  ofProfile,
  encoders,
)
export const getVideoEncoderConfigurationOptions = reads(
  'GetVideoEncoderConfigurationOptions',
  'Returns the resolutions, frame rates and qualities that video encoders can have.',
  ofEither,
  { Options: once(videoEncoderOptions) },
)
export const getGuaranteedNumberOfVideoEncoderInstances = reads(
  'GetGuaranteedNumberOfVideoEncoderInstances',
  'Returns how many streams with different settings run at once.',
  ofConfiguration,
  { TotalNumber: once(number), JPEG: optional(number) },
)
export const setVideoEncoderConfiguration = changes(
  'SetVideoEncoderConfiguration',
  'Changes resolution, quality, frame rate and session time-out of a video encoder.',
  { Configuration: once(videoEncoderConfiguration), ForcePersistence: optional(boolean) },
  {},
)
export const addVideoEncoderConfiguration = changes(
  'AddVideoEncoderConfiguration',
  'Gives a profile a video encoder.',
  linking,
  {},
)
export const removeVideoEncoderConfiguration = changes(
  'RemoveVideoEncoderConfiguration',
  'Takes the video encoder out of a profile.',
  ofProfile,
  {},
)

const metadata = { Configurations: many(metadataConfiguration) }
export const getMetadataConfigurations = reads(
  'GetMetadataConfigurations',
  'Lists the configurations of metadata.',
  {},
  metadata,
)
export const getMetadataConfiguration = reads(
  'GetMetadataConfiguration',
  'Returns a configuration of metadata.',
  ofConfiguration,
  { Configuration: once(metadataConfiguration) },
)
export const getCompatibleMetadataConfigurations = reads(
  'GetCompatibleMetadataConfigurations',
  'Lists the configurations of metadata that a profile can have.',
  ofProfile,
  metadata,
)
export const getMetadataConfigurationOptions = reads(
  'GetMetadataConfigurationOptions',
  'Returns what a configuration of metadata can be set to.',
  ofEither,
  { Options: once(tt('MetadataConfigurationOptions', { PTZStatusFilterOptions: once(xml) })) },
)
export const addMetadataConfiguration = changes(
  'AddMetadataConfiguration',
  'Gives a profile metadata: events are sent in its stream.',
  linking,
  {},
)
export const removeMetadataConfiguration = changes(
  'RemoveMetadataConfiguration',
  'Takes the metadata out of a profile.',
  ofProfile,
  {},
)

const uri = {
  MediaUri: once(
    tt('MediaUri', {
      Uri: once(text),
      InvalidAfterConnect: once(boolean),
      InvalidAfterReboot: once(boolean),
      Timeout: once(text),
    }),
  ),
}
export const getStreamUri = reads(
  'GetStreamUri',
  'Returns the address of the stream of a profile (RTSP).',
  {
    StreamSetup: once(
      tt('StreamSetup', {
        Stream: once(choiceOf(ONVIF_SCHEMA, 'StreamType', ['RTP-Unicast', 'RTP-Multicast'])),
        Transport: once(
          tt('Transport', {
            Protocol: once(
              choiceOf(ONVIF_SCHEMA, 'TransportProtocol', ['UDP', 'TCP', 'RTSP', 'HTTP']),
            ),
            Tunnel: optional(xml),
          }),
        ),
      }),
    ),
    ProfileToken: once(text),
  },
  uri,
)
export const getSnapshotUri = reads(
  'GetSnapshotUri',
  'Returns the address of a single picture of a profile.',
  ofProfile,
  uri,
)

export const getSnapshot = downloadCall({
  id: 'onvifMedia.snapshot',
  path: SNAPSHOT_PATH,
  source: 'ONVIF Media, GetSnapshotUri; own design: the query',
  proof: 'client',
  access: 'viewer',
  effect: 'read',
  summary:
    'Returns one picture with the settings of a media profile. ONVIF accounts sign in here too.',
  request: v.object({ profile: v.string() }),
  contentType: 'image/jpeg',
})

export const mediaWsdl = downloadCall({
  id: 'wsdl.media',
  path: mediaService.description,
  access: 'operator',
  effect: 'read',
  summary: "Describes the operations of ONVIF's media service that the device has (WSDL 1.1).",
  source: 'A §7; own design: the name of the file',
  proof: 'client',
  request: v.object({}),
  contentType: 'text/xml; charset=utf-8',
})
