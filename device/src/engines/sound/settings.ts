import type { Product } from '@lintel/contract/products/product'
import type { Parameters } from '../../state/parameters.ts'
import { gainFactor } from './levels.ts'
import type { InputTreatment } from './treatment.ts'

/** How sound passes the device, from its parameters. Factors are 0 for what is off. */
export interface SoundSettings extends InputTreatment {
  outputFactor: number
  lineOutFactor: number
  telecoilFactor: number
}

/** Groups whose changes change the settings. */
export const SOUND_GROUPS = ['root.Audio', 'root.AudioSource'] as const

/** @param parameters of a product with audio */
export function soundSettings(
  { audio, capabilities }: Pick<Product, 'audio' | 'capabilities'>,
  { get }: Pick<Parameters, 'get'>,
): SoundSettings {
  const duplex = get('root.Audio.DuplexMode')
  const enabled = get('root.Audio.A0.Enabled')
  const hears = enabled && audio?.input !== undefined && duplex !== 'post'
  const plays = enabled && audio?.output !== undefined && duplex !== 'get'
  const output = plays ? get('root.AudioSource.A0.OutputGain') : 'mute'
  const inherited = (gain: string) => gainFactor(gain === 'inherit' ? output : gain)
  return {
    duplex,
    inputFactor: hears ? gainFactor(get('root.AudioSource.A0.InputGain')) : 0,
    noiseCancellation: hears && get('root.AudioSource.A0.NoiseCancellation'),
    echoCancellation: hears && get('root.AudioSource.A0.EchoCancellation'),
    outputFactor: gainFactor(output),
    lineOutFactor:
      plays && capabilities?.lineOutGain ? inherited(get('root.AudioSource.A0.LineOutGain')) : 0,
    telecoilFactor:
      plays && capabilities?.telecoilOutGain
        ? inherited(get('root.AudioSource.A0.TelecoilOutGain'))
        : 0,
  }
}
