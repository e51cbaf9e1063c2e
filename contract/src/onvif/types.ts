import { ONVIF_SCHEMA } from '../soap/service.ts'
import type { ChoiceShape, Fields } from '../soap/shape.ts'
import {
  boolean,
  decimal,
  many,
  number,
  once,
  optional,
  recordOf,
  recordWith,
  text,
  xml,
} from '../soap/shape.ts'

/** A type of ONVIF's common schema (onvif.xsd). */
export const tt = <F extends Fields>(name: string, fields: F) =>
  recordOf(ONVIF_SCHEMA, name, fields)

/** The same with optional attributes. */
export const ttWith = <const A extends string, F extends Fields>(
  name: string,
  attributes: readonly A[],
  fields: F,
) => recordWith(ONVIF_SCHEMA, name, attributes, fields)

export const choiceOf = <const T extends string>(
  namespace: string,
  name: string,
  options: readonly T[],
): ChoiceShape<T> => ({ type: 'choice', namespace, name, options })

export const prefixedAddress = (name: string) =>
  tt(name, { Address: once(text), PrefixLength: once(number) })

const intRange = tt('IntRange', { Min: once(number), Max: once(number) })
const resolution = tt('VideoResolution', { Width: once(number), Height: once(number) })

export const videoSource = ttWith('VideoSource', ['token'], {
  Framerate: once(decimal),
  Resolution: once(resolution),
})

const bounds = ttWith('IntRectangle', ['x', 'y', 'width', 'height'], {})

export const videoSourceConfiguration = ttWith('VideoSourceConfiguration', ['token'], {
  Name: once(text),
  UseCount: once(number),
  SourceToken: once(text),
  Bounds: once(bounds),
  Extension: optional(xml),
})

export const videoSourceOptions = tt('VideoSourceConfigurationOptions', {
  BoundsRange: once(
    tt('IntRectangleRange', {
      XRange: once(intRange),
      YRange: once(intRange),
      WidthRange: once(intRange),
      HeightRange: once(intRange),
    }),
  ),
  VideoSourceTokensAvailable: many(text),
})

const multicast = tt('MulticastConfiguration', {
  Address: once(
    tt('IPAddress', {
      Type: once(choiceOf(ONVIF_SCHEMA, 'IPType', ['IPv4', 'IPv6'])),
      IPv4Address: optional(text),
      IPv6Address: optional(text),
    }),
  ),
  Port: once(number),
  TTL: once(number),
  AutoStart: once(boolean),
})

/** `SessionTimeout` is an `xs:duration`. */
export const videoEncoderConfiguration = ttWith(
  'VideoEncoderConfiguration',
  ['token', 'GuaranteedFrameRate'],
  {
    Name: once(text),
    UseCount: optional(number),
    Encoding: once(choiceOf(ONVIF_SCHEMA, 'VideoEncoding', ['JPEG', 'MPEG4', 'H264'])),
    Resolution: once(resolution),
    Quality: once(decimal),
    RateControl: optional(
      tt('VideoRateControl', {
        FrameRateLimit: once(number),
        EncodingInterval: once(number),
        BitrateLimit: once(number),
      }),
    ),
    MPEG4: optional(xml),
    H264: optional(xml),
    Multicast: optional(multicast),
    SessionTimeout: optional(text),
    Extension: optional(xml),
  },
)

export const videoEncoderOptions = tt('VideoEncoderConfigurationOptions', {
  QualityRange: once(intRange),
  JPEG: optional(
    tt('JpegOptions', {
      ResolutionsAvailable: many(resolution),
      FrameRateRange: once(intRange),
      EncodingIntervalRange: once(intRange),
    }),
  ),
})

export const metadataConfiguration = ttWith('MetadataConfiguration', ['token'], {
  Name: once(text),
  UseCount: once(number),
  Events: optional(xml),
  Analytics: optional(boolean),
  Multicast: once(multicast),
  SessionTimeout: once(text),
})

export const mediaProfile = ttWith('Profile', ['token', 'fixed'], {
  Name: once(text),
  VideoSourceConfiguration: optional(videoSourceConfiguration),
  VideoEncoderConfiguration: optional(videoEncoderConfiguration),
  MetadataConfiguration: optional(metadataConfiguration),
})
