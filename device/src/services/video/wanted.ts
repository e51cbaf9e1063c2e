import { Refusal } from '@lintel/contract/fault'
import type { PictureWanted } from '../../engines/video/camera.ts'
import type { Parameters } from '../../state/parameters.ts'

/** What a picture call asks for, as it stands in the query. */
export interface AskedPicture {
  resolution?: string | undefined
  camera?: string | undefined
  compression?: string | undefined
  fps?: string | undefined
}

/** The pictures that are asked for; what is left out comes from the parameters. Refuses what the camera can't give. */
export function wantedIn(asked: AskedPicture, parameters: Pick<Parameters, 'get'>): PictureWanted {
  const set = (name: string) => parameters.get(`root.Image.I0.${name}`)
  const resolution = asked.resolution ?? set('Appearance.Resolution')
  const known = parameters.get('root.Properties.Image.Resolution').split(',')
  if (!known.includes(resolution)) throw new Refusal('invalid', 'Unknown resolution.')
  if (asked.camera !== undefined && asked.camera !== '1') {
    throw new Refusal('invalid', 'Unknown camera.')
  }
  const [width = 0, height = 0] = resolution.split('x').map(Number)
  return {
    width,
    height,
    compression: within('compression', asked.compression ?? set('Appearance.Compression'), 0, 100),
    fps: within('fps', asked.fps ?? set('Stream.FPS'), 1, 30),
  }
}

function within(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new Refusal('invalid', `${name} must be a number from ${least} to ${most}.`)
}
