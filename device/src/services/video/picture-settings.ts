import type { PictureSettings } from '../../engines/video/orders.ts'
import type { Parameters } from '../../state/parameters.ts'

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
