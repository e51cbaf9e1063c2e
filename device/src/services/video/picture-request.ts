import { Refusal } from '@lintel/contract/fault'
import { FPS_MAX } from '@lintel/contract/parameters/camera'
import type { PictureRequest } from '../../engines/video/camera.ts'
import type { Parameters } from '../../state/parameters.ts'
import { wholeNumber } from '../whole-number.ts'

/** The query of a picture call. */
export interface PictureQuery {
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
export function pictureRequestOf(query: PictureQuery, parameters: Tree): PictureRequest {
  const merged: PictureQuery = { ...profileOf(query.streamprofile, parameters), ...query }
  const { get } = parameters
  const resolution = merged.resolution ?? get('root.Image.I0.Appearance.Resolution')
  if (!get('root.Properties.Image.Resolution').includes(resolution)) {
    throw new Refusal('invalid', 'Unknown resolution.')
  }
  if (merged.camera !== undefined && merged.camera !== '1') {
    throw new Refusal('invalid', 'Unknown camera.')
  }
  const [width = 0, height = 0] = resolution.split('x').map(Number)
  const fps = wholeNumber('fps', merged.fps ?? String(get('root.Image.I0.Stream.FPS')), {
    least: 0,
    most: FPS_MAX,
  })
  return {
    width,
    height,
    compression: wholeNumber(
      'compression',
      merged.compression ?? String(get('root.Image.I0.Appearance.Compression')),
      { least: 0, most: 100 },
    ),
    // 0 means as many as possible.
    fps: fps || FPS_MAX,
  }
}

/** The settings of a stream profile, `resolution=640x480&fps=5`; sound and codecs are ignored. */
function profileOf(name: string | undefined, parameters: Tree): PictureQuery {
  if (name === undefined) return {}
  const { values } = parameters.list(['StreamProfile.*.Name'], ['viewer'])
  const profile = Array.from(values).find(([, value]) => value === name)?.[0]
  if (profile === undefined) throw new Refusal('invalid', 'Unknown stream profile.')
  const settings = new URLSearchParams(parameters.text(profile.replace(/Name$/, 'Parameters')))
  return Object.fromEntries(
    (['resolution', 'camera', 'compression', 'fps'] as const).flatMap((setting) => {
      const value = settings.get(setting)
      return value === null ? [] : [[setting, value]]
    }),
  )
}
