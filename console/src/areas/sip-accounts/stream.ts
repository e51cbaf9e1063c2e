import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { list, text } from '@lintel/contract/parameters/codec'
import { valueIn } from '@lintel/contract/parameters/record'

/** The picture that goes with a call, as texts for the form. */
export type Stream = { resolution: string; frameRate: string; camera: string }

/** B §9. */
export const DEFAULT_STREAM: Stream = { resolution: '352x288', frameRate: '30', camera: '1' }

/** The choices of the frame rate: 1 to 30. B §9. */
export const FRAME_RATES = Array.from({ length: 30 }, (_, index) => String(index + 1))

/** Offered if the device has them, and always. B §9. */
const IF_THERE = [
  '1280x720',
  '1024x768',
  '640x480',
  '320x240',
  '960x1280',
  '720x1280',
  '600x800',
  '480x640',
]
const ALWAYS = ['704x576', '352x288', '176x144']

/**
 * The resolutions to choose from.
 * @param stored the one that is set, which stays a choice
 */
export function resolutionsOf(parameters: ParameterValues, stored: string): string[] {
  const resolutions = valueIn(parameters, 'root.Properties.Image.Resolution', list(','))
  const offered = [...IF_THERE.filter((one) => resolutions.includes(one)), ...ALWAYS]
  return offered.includes(stored) ? offered : [stored, ...offered]
}

/**
 * The cameras to choose from.
 * @param stored the one that is set, which stays a choice
 */
export function camerasOf(parameters: ParameterValues, stored: string): string[] {
  const count = Number(valueIn(parameters, 'root.ImageSource.NbrOfSources', text())) || 1
  const offered = Array.from({ length: count }, (_, index) => String(index + 1))
  return offered.includes(stored) ? offered : [stored, ...offered]
}

/** The stream in `resolution=352x288&fps=30&camera=1`. B §3. */
export function streamIn(text: string): Stream {
  const stored = new URLSearchParams(text)
  return {
    resolution: stored.get('resolution') ?? DEFAULT_STREAM.resolution,
    frameRate: stored.get('fps') ?? DEFAULT_STREAM.frameRate,
    camera: stored.get('camera') ?? DEFAULT_STREAM.camera,
  }
}

/** The text with this stream; what else is in it stays. */
export function withStream(text: string, { resolution, frameRate, camera }: Stream): string {
  const stored = new URLSearchParams(text)
  stored.set('resolution', resolution)
  stored.set('fps', frameRate)
  stored.set('camera', camera)
  return stored.toString()
}
