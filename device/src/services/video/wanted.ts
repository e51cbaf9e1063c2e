import { Refusal } from '@lintel/contract/fault'
import type { PictureRequest } from '../../engines/video/camera.ts'
import type { Parameters } from '../../state/parameters.ts'

/** The query of a picture call. */
export interface AskedPicture {
  resolution?: string | undefined
  camera?: string | undefined
  compression?: string | undefined
  fps?: string | undefined
  streamprofile?: string | undefined
}

type Tree = Pick<Parameters, 'get' | 'list' | 'text'>

/**
 * The requested picture settings; defaults come from the stream profile, then from the parameters.
 * Refuses what the camera can't deliver.
 */
export function wantedIn(query: AskedPicture, parameters: Tree): PictureRequest {
  const asked: AskedPicture = { ...profileOf(query.streamprofile, parameters), ...query }
  const { get } = parameters
  const resolution = asked.resolution ?? get('root.Image.I0.Appearance.Resolution')
  if (!get('root.Properties.Image.Resolution').includes(resolution)) {
    throw new Refusal('invalid', 'Unknown resolution.')
  }
  if (asked.camera !== undefined && asked.camera !== '1') {
    throw new Refusal('invalid', 'Unknown camera.')
  }
  const [width = 0, height = 0] = resolution.split('x').map(Number)
  return {
    width,
    height,
    compression: within(
      'compression',
      asked.compression ?? get('root.Image.I0.Appearance.Compression'),
      0,
      100,
    ),
    fps: within('fps', asked.fps ?? get('root.Image.I0.Stream.FPS'), 1, 30),
  }
}

/** The settings of a stream profile, `resolution=640x480&fps=5`; sound and codecs are ignored. */
function profileOf(name: string | undefined, parameters: Tree): AskedPicture {
  if (name === undefined) return {}
  const { values } = parameters.list(['StreamProfile.*.Name'], ['viewer'])
  const found = Array.from(values).find(([, value]) => value === name)?.[0]
  if (found === undefined) throw new Refusal('invalid', 'Unknown stream profile.')
  const wishes = new URLSearchParams(parameters.text(found.replace(/Name$/, 'Parameters')))
  return Object.fromEntries(
    (['resolution', 'camera', 'compression', 'fps'] as const).flatMap((wish) => {
      const value = wishes.get(wish)
      return value === null ? [] : [[wish, value]]
    }),
  )
}

function within(name: string, asked: string | number, least: number, most: number): number {
  const value = /^\d{1,3}$/.test(String(asked)) ? Number(asked) : Number.NaN
  if (value >= least && value <= most) return value
  throw new Refusal('invalid', `${name} must be a number from ${least} to ${most}.`)
}
