import { Refusal } from '@lintel/contract/fault'
import type { PictureSettings } from '../../engines/video/orders.ts'
import type { Parameters } from '../../state/parameters.ts'
import { wholeNumber } from '../whole-number.ts'

/** The camera's picture settings, from its parameters. */
export function pictureSettingsOf(parameters: Pick<Parameters, 'get'>): PictureSettings {
  const { get } = parameters
  return {
    brightness: get('root.ImageSource.I0.Sensor.Brightness'),
    contrast: get('root.ImageSource.I0.Sensor.Contrast'),
    saturation: get('root.ImageSource.I0.Sensor.ColorLevel'),
    upsideDown: get('root.Image.I0.Appearance.Rotation') === '180',
    mirrored: get('root.Image.I0.Appearance.MirrorEnabled'),
  }
}

/** The query of a preview. */
export interface PreviewQuery {
  brightness?: string | undefined
  contrast?: string | undefined
  colour?: string | undefined
  rotation?: string | undefined
  mirror?: string | undefined
}

const PERCENT = { least: 0, most: 100 }

const percent = (name: string, typed: string | undefined, otherwise: number): number =>
  typed === undefined ? otherwise : wholeNumber(name, typed, PERCENT)

/** Whether it is the second of two texts; undefined if it is left out. */
function isSecond(
  name: string,
  typed: string | undefined,
  [first, second]: readonly [string, string],
): boolean | undefined {
  if (typed === undefined) return undefined
  if (typed === first || typed === second) return typed === second
  throw new Refusal('invalid', `${name} must be ${first} or ${second}.`)
}

/**
 * The picture settings of a preview; what it omits is as stored.
 * @throws Refusal for a value that can't be stored either
 */
export function previewSettingsOf(
  query: PreviewQuery,
  parameters: Pick<Parameters, 'get'>,
): PictureSettings {
  const stored = pictureSettingsOf(parameters)
  return {
    brightness: percent('brightness', query.brightness, stored.brightness),
    contrast: percent('contrast', query.contrast, stored.contrast),
    saturation: percent('colour', query.colour, stored.saturation),
    upsideDown: isSecond('rotation', query.rotation, ['0', '180']) ?? stored.upsideDown,
    mirrored: isSecond('mirror', query.mirror, ['no', 'yes']) ?? stored.mirrored,
  }
}
