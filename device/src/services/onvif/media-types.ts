import { durationOf } from './duration.ts'
import type { EncoderSettings, MediaProfile, MediaProfiles } from '../../state/media-profiles.ts'

/** The camera, and its one configuration. */
export const SOURCE_TOKEN = 'video_1'
export const SOURCE_CONFIG = 'source_1'
/** The one configuration of metadata: all events. */
export const METADATA_CONFIG = 'metadata_1'
/** The size of the sensor. */
export const SENSOR = { width: 1920, height: 1080 }

/** Nothing is sent by multicast. */
const MULTICAST = {
  Address: { Type: 'IPv4' as const, IPv4Address: '0.0.0.0' },
  Port: 0,
  TTL: 1,
  AutoStart: false,
}

const count = (profiles: readonly MediaProfile[], uses: (one: MediaProfile) => boolean): number =>
  profiles.filter(uses).length

export const sourceConfiguration = (profiles: readonly MediaProfile[]) => ({
  token: SOURCE_CONFIG,
  Name: 'Camera',
  UseCount: count(profiles, ({ video }) => video),
  SourceToken: SOURCE_TOKEN,
  Bounds: { x: '0', y: '0', width: String(SENSOR.width), height: String(SENSOR.height) },
})

export const metadataConfigurationOf = (profiles: readonly MediaProfile[]) => ({
  token: METADATA_CONFIG,
  Name: 'Events',
  UseCount: count(profiles, ({ metadata }) => metadata),
  Events: [],
  Analytics: false,
  Multicast: MULTICAST,
  SessionTimeout: durationOf(60),
})

/** @param most frames per second of the camera, which 0 stands for */
export function encoderConfiguration(
  token: string,
  { name, resolution, compression, fps, timeout }: EncoderSettings,
  profiles: readonly MediaProfile[],
  most: number,
) {
  const [Width = 0, Height = 0] = resolution.split('x').map(Number)
  return {
    token,
    Name: name,
    UseCount: count(profiles, ({ encoder }) => encoder === token),
    Encoding: 'JPEG' as const,
    Resolution: { Width, Height },
    // ONVIF counts from the other end.
    Quality: 100 - compression,
    RateControl: { FrameRateLimit: fps || most, EncodingInterval: 1, BitrateLimit: 0 },
    Multicast: MULTICAST,
    SessionTimeout: durationOf(timeout),
  }
}

export function profileAnswer(profile: MediaProfile, profiles: MediaProfiles, most: number) {
  const all = profiles.all()
  const { token, name, video, encoder, metadata } = profile
  const settings = encoder === undefined ? undefined : profiles.encoders().get(encoder)
  return {
    token,
    fixed: 'false',
    Name: name,
    ...(video ? { VideoSourceConfiguration: sourceConfiguration(all) } : {}),
    ...(encoder !== undefined && settings
      ? { VideoEncoderConfiguration: encoderConfiguration(encoder, settings, all, most) }
      : {}),
    ...(metadata ? { MetadataConfiguration: metadataConfigurationOf(all) } : {}),
  }
}
