import type { Look } from '../../engines/video/orders.ts'
import type { Parameters } from '../../state/parameters.ts'

/** How the camera is set, by its parameters. */
export function lookIn(parameters: Pick<Parameters, 'get'>): Look {
  const image = (name: string) => parameters.get(`root.Image.I0.Appearance.${name}`)
  const sensor = (name: string) => Number(parameters.get(`root.ImageSource.I0.Sensor.${name}`))
  return {
    brightness: sensor('Brightness'),
    contrast: sensor('Contrast'),
    saturation: sensor('ColorLevel'),
    upsideDown: image('Rotation') === '180',
    mirrored: image('MirrorEnabled') === 'yes',
  }
}
