import type { SoapCall } from '@lintel/contract/call'
import * as media from '@lintel/contract/calls/onvif-media'
import { SNAPSHOT_PATH, STREAM_PATH } from '@lintel/contract/onvif/addresses'
import { FPS_MAX } from '@lintel/contract/parameters/camera'
import { profileName } from '@lintel/contract/rules/media-profile'
import { Refusal } from '@lintel/contract/fault'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { RequestContext } from '@lintel/front-door/serve'
import { MEDIA_PROFILES_MAX } from '../../state/media-profiles.ts'
import type { MediaProfile } from '../../state/media-profiles.ts'
import type { Service } from '../service.ts'
import { describe } from '../soap/wsdl.ts'
import { takePicture } from '../video/camera-of.ts'
import { MEDIA_CAPABILITIES } from './capabilities.ts'
import { durationOf } from './duration.ts'
import { encoderFrom } from './encoder-from.ts'
import { onvifFault, unknownOne } from './faults.ts'
import {
  encoderConfiguration,
  metadataConfigurationOf,
  METADATA_CONFIG,
  profileAnswer,
  SENSOR,
  SOURCE_CONFIG,
  SOURCE_TOKEN,
  sourceConfiguration,
} from './media-types.ts'
import { streamOf } from '../../engines/rtsp/stream-of.ts'

const isSoapCall = (value: unknown): value is SoapCall =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'soap'

/** Media profiles, their settings, and where their streams are. Source: ONVIF Media. */
export const onvifMediaService: Service = (device) => {
  const { mediaProfiles: profiles, parameters, plugged, events, camera } = device
  const { get } = parameters
  const unsubscribe = profiles.subscribe(() => events.changed('mediaProfiles'))

  function known(token: string): MediaProfile {
    const found = profiles.find(token)
    if (!found) throw unknownOne('NoProfile', 'There is no such media profile.')
    return found
  }

  const answerFor = (profile: MediaProfile) => profileAnswer(profile, profiles, FPS_MAX)

  function encoderAnswer(token: string) {
    const settings = profiles.encoders().get(token)
    if (!settings) throw unknownOne('NoConfig', 'There is no such video encoder.')
    return encoderConfiguration(token, settings, profiles.all(), FPS_MAX)
  }

  const everyEncoder = () => ({
    Configurations: Array.from(profiles.encoders().keys(), encoderAnswer),
  })

  function change(token: string, part: Partial<MediaProfile>): Record<string, never> {
    profiles.put({ ...known(token), ...part })
    return {}
  }

  const sources = () => ({ Configurations: [sourceConfiguration(profiles.all())] })
  const metadata = () => ({ Configurations: [metadataConfigurationOf(profiles.all())] })

  function checkEither(options: { ProfileToken?: string | undefined }): void {
    if (options.ProfileToken !== undefined) known(options.ProfileToken)
  }

  /** The profile, if a stream or a picture of it can be had. */
  function complete(token: string): MediaProfile {
    const profile = known(token)
    if (streamOf(profile, profiles)) return profile
    throw onvifFault(
      'Receiver',
      ['Action', 'IncompleteConfiguration'],
      'The media profile has no camera or no video encoder.',
    )
  }

  return {
    calls: [
      serve(media.getMediaServiceCapabilities, () => ({ Capabilities: MEDIA_CAPABILITIES })),
      serve(media.getProfiles, () => ({ Profiles: profiles.all().map(answerFor) })),
      serve(media.getProfile, ({ ProfileToken }) => ({ Profile: answerFor(known(ProfileToken)) })),
      serveChange(media.createProfile, ({ Name, Token }) => {
        if (profileName(Name)) {
          throw new Refusal('invalid', 'A name must have 1 to 64 characters.', [
            'Sender',
            'ter:InvalidArgVal',
          ])
        }
        if (Token !== undefined && !/^[A-Za-z0-9_-]{1,64}$/.test(Token)) {
          const message = 'A token must have 1 to 64 letters, digits, "_" or "-".'
          throw new Refusal('invalid', message, ['Sender', 'ter:InvalidArgVal'])
        }
        if (Token !== undefined && profiles.find(Token)) {
          throw onvifFault('Sender', ['InvalidArgVal', 'ProfileExists'], 'This token is taken.')
        }
        if (profiles.all().length >= MEDIA_PROFILES_MAX) {
          const message = `The device keeps at most ${MEDIA_PROFILES_MAX} media profiles.`
          throw onvifFault('Receiver', ['Action', 'MaxNVTProfiles'], message)
        }
        const added = profiles.add({ name: Name, video: false, metadata: false }, Token)
        return { Profile: answerFor(added) }
      }),
      serveChange(media.deleteProfile, ({ ProfileToken }) => {
        profiles.remove(known(ProfileToken).token)
        return {}
      }),

      serve(media.getVideoSources, () => ({
        VideoSources: [
          {
            token: SOURCE_TOKEN,
            Framerate: FPS_MAX,
            Resolution: { Width: SENSOR.width, Height: SENSOR.height },
          },
        ],
      })),
      serve(media.getVideoSourceConfigurations, sources),
      serve(media.getVideoSourceConfiguration, ({ ConfigurationToken }) => {
        checkSource(ConfigurationToken)
        return { Configuration: sourceConfiguration(profiles.all()) }
      }),
      serve(media.getCompatibleVideoSourceConfigurations, ({ ProfileToken }) => {
        known(ProfileToken)
        return sources()
      }),
      serve(media.getVideoSourceConfigurationOptions, (request) => {
        checkEither(request)
        if (request.ConfigurationToken !== undefined) checkSource(request.ConfigurationToken)
        const none = { Min: 0, Max: 0 }
        return {
          Options: {
            BoundsRange: {
              XRange: none,
              YRange: none,
              WidthRange: { Min: SENSOR.width, Max: SENSOR.width },
              HeightRange: { Min: SENSOR.height, Max: SENSOR.height },
            },
            VideoSourceTokensAvailable: [SOURCE_TOKEN],
          },
        }
      }),
      serveChange(media.addVideoSourceConfiguration, ({ ProfileToken, ConfigurationToken }) => {
        known(ProfileToken)
        checkSource(ConfigurationToken)
        return change(ProfileToken, { video: true })
      }),
      serveChange(media.removeVideoSourceConfiguration, ({ ProfileToken }) =>
        change(ProfileToken, { video: false }),
      ),

      serve(media.getVideoEncoderConfigurations, everyEncoder),
      serve(media.getVideoEncoderConfiguration, ({ ConfigurationToken }) => ({
        Configuration: encoderAnswer(ConfigurationToken),
      })),
      serve(media.getCompatibleVideoEncoderConfigurations, ({ ProfileToken }) => {
        known(ProfileToken)
        return everyEncoder()
      }),
      serve(media.getVideoEncoderConfigurationOptions, (request) => {
        checkEither(request)
        if (request.ConfigurationToken !== undefined) encoderAnswer(request.ConfigurationToken)
        return {
          Options: {
            QualityRange: { Min: 0, Max: 100 },
            JPEG: {
              ResolutionsAvailable: get('root.Properties.Image.Resolution').map((size) => {
                const [Width = 0, Height = 0] = size.split('x').map(Number)
                return { Width, Height }
              }),
              FrameRateRange: { Min: 1, Max: FPS_MAX },
              EncodingIntervalRange: { Min: 1, Max: 1 },
            },
          },
        }
      }),
      serve(media.getGuaranteedNumberOfVideoEncoderInstances, ({ ConfigurationToken }) => {
        checkSource(ConfigurationToken)
        return { TotalNumber: MEDIA_PROFILES_MAX, JPEG: MEDIA_PROFILES_MAX }
      }),
      serveChange(media.setVideoEncoderConfiguration, ({ Configuration }) => {
        const { token = '' } = Configuration
        const before = profiles.encoders().get(token)
        if (!before) throw unknownOne('NoConfig', 'There is no such video encoder.')
        const sizes = get('root.Properties.Image.Resolution')
        profiles.putEncoder(token, encoderFrom(Configuration, before, sizes))
        return {}
      }),
      serveChange(media.addVideoEncoderConfiguration, ({ ProfileToken, ConfigurationToken }) => {
        known(ProfileToken)
        encoderAnswer(ConfigurationToken)
        return change(ProfileToken, { encoder: ConfigurationToken })
      }),
      serveChange(media.removeVideoEncoderConfiguration, ({ ProfileToken }) => {
        const { encoder: _encoder, ...rest } = known(ProfileToken)
        profiles.put(rest)
        return {}
      }),

      serve(media.getMetadataConfigurations, metadata),
      serve(media.getMetadataConfiguration, ({ ConfigurationToken }) => {
        checkMetadata(ConfigurationToken)
        return { Configuration: metadataConfigurationOf(profiles.all()) }
      }),
      serve(media.getCompatibleMetadataConfigurations, ({ ProfileToken }) => {
        known(ProfileToken)
        return metadata()
      }),
      serve(media.getMetadataConfigurationOptions, (request) => {
        checkEither(request)
        if (request.ConfigurationToken !== undefined) checkMetadata(request.ConfigurationToken)
        return { Options: { PTZStatusFilterOptions: [] } }
      }),
      serveChange(media.addMetadataConfiguration, ({ ProfileToken, ConfigurationToken }) => {
        known(ProfileToken)
        checkMetadata(ConfigurationToken)
        return change(ProfileToken, { metadata: true })
      }),
      serveChange(media.removeMetadataConfiguration, ({ ProfileToken }) =>
        change(ProfileToken, { metadata: false }),
      ),

      serve(media.getStreamUri, ({ StreamSetup, ProfileToken }, context) => {
        const { Stream, Transport } = StreamSetup
        const { token } = complete(ProfileToken)
        if (Stream !== 'RTP-Unicast') throw wrongSetup('Nothing is sent by multicast.')
        if (!get('root.Network.RTSP.Enabled')) {
          throw onvifFault('Receiver', ['Action', 'StreamConflict'], 'RTSP is switched off.')
        }
        const host = `${hostIn(context)}:${plugged.ports.rtsp}`
        const query = new URLSearchParams({ profile: token })
        const scheme = Transport.Protocol === 'HTTP' ? 'http' : 'rtsp'
        return uriAnswer(`${scheme}://${host}${STREAM_PATH}?${query.toString()}`, 0)
      }),
      serve(media.getSnapshotUri, ({ ProfileToken }, { origin }) => {
        const query = new URLSearchParams({ profile: complete(ProfileToken).token })
        return uriAnswer(`${origin}${SNAPSHOT_PATH}?${query.toString()}`, 0)
      }),
      serve(media.mediaWsdl, (_, { origin }) =>
        describe(media.mediaService, Object.values<unknown>(media).filter(isSoapCall), origin),
      ),
      serve(media.getSnapshot, ({ profile: token }, { signal }) => {
        const profile = profiles.find(token)
        const wanted = profile && streamOf(profile, profiles)
        if (!wanted || !camera) throw new Refusal('absent', 'There is no such media profile.')
        return takePicture(camera, wanted.picture, signal)
      }),
    ],
    close: unsubscribe,
  }
}

function checkSource(token: string): void {
  if (token !== SOURCE_CONFIG) {
    throw unknownOne('NoConfig', 'There is no such configuration of the camera.')
  }
}

function checkMetadata(token: string): void {
  if (token !== METADATA_CONFIG) {
    throw unknownOne('NoConfig', 'There is no such configuration of metadata.')
  }
}

const uriAnswer = (Uri: string, seconds: number) => ({
  MediaUri: {
    Uri,
    InvalidAfterConnect: false,
    InvalidAfterReboot: false,
    Timeout: durationOf(seconds),
  },
})

/** The host that the client addressed, with brackets around IPv6. */
const hostIn = ({ origin }: RequestContext): string => new URL(origin).hostname

const wrongSetup = (message: string) =>
  onvifFault('Sender', ['InvalidArgVal', 'InvalidStreamSetup'], message)
