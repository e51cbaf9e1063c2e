import type { setVideoEncoderConfiguration } from '@lintel/contract/calls/onvif-media'
import type { RequestOf } from '@lintel/contract/call'
import { FPS_MAX } from '@lintel/contract/parameters/camera'
import { profileName } from '@lintel/contract/rules/media-profile'
import type { EncoderSettings } from '../../state/media-profiles.ts'
import { durationIn } from './duration.ts'
import { onvifFault } from './faults.ts'

type Configuration = RequestOf<typeof setVideoEncoderConfiguration>['Configuration']

/** Seconds of a session's time-out. */
const TIMEOUT = { least: 10, most: 3600 }

/**
 * The settings of an encoder as a client sends them. What it leaves out stays.
 * @throws Refusal `ter:ConfigModify` for what the encoder can't do
 */
export function encoderFrom(
  wanted: Configuration,
  before: EncoderSettings,
  resolutions: readonly string[],
): EncoderSettings {
  const { Width, Height } = wanted.Resolution
  const resolution = `${Width}x${Height}`
  if (profileName(wanted.Name)) throw wrong('A name must have 1 to 64 characters.')
  if (wanted.Encoding !== 'JPEG') throw wrong('The encoding must be JPEG.')
  if (!resolutions.includes(resolution)) throw wrong('The camera does not have this resolution.')
  if (!(wanted.Quality >= 0 && wanted.Quality <= 100)) throw wrong('Quality must be 0 to 100.')
  const { FrameRateLimit: fps = before.fps, EncodingInterval = 1 } = wanted.RateControl ?? {}
  if (wanted.RateControl && !(fps >= 1 && fps <= FPS_MAX)) {
    throw wrong(`FrameRateLimit must be 1 to ${FPS_MAX}.`)
  }
  if (EncodingInterval !== 1) throw wrong('EncodingInterval must be 1.')
  const typed = wanted.SessionTimeout
  const timeout = typed === undefined ? before.timeout : (durationIn(typed) ?? NaN) / 1000
  if (!(timeout >= TIMEOUT.least && timeout <= TIMEOUT.most)) {
    throw wrong(`SessionTimeout must be PT${TIMEOUT.least}S to PT${TIMEOUT.most}S.`)
  }
  return {
    name: wanted.Name,
    resolution,
    compression: 100 - Math.round(wanted.Quality),
    fps,
    timeout: Math.round(timeout),
  }
}

const wrong = (message: string) => onvifFault('Sender', ['InvalidArgVal', 'ConfigModify'], message)
