import { audio, audioSource } from '@lintel/contract/parameters/audio'
import type { Product } from '@lintel/contract/products/product'
import type { Definition } from '../../state/definition.ts'
import { fixed, group } from '../group.ts'

/** Audio input and output. */
export function audioGroups({ audio: built, capabilities }: Product): Definition[] {
  const rights = { read: 'operator', write: 'operator' } as const
  return [
    ...group('Audio', audio, rights, {
      DSCP: 0,
      DuplexMode: 'full',
      MaxListeners: 20,
      NbrOfConfigs: fixed('1'),
      ReceiverBuffer: 120,
      ReceiverTimeout: 1000,
      'A0.Enabled': true,
      'A0.HTTPMessageType': 'singlepart',
      'A0.Name': '',
      'A0.NbrOfChannels': 1,
      'A0.Source': fixed('0'),
    }),
    ...group('AudioSource', audioSource, rights, {
      NbrOfSources: fixed('1'),
      'A0.AudioEncoding': 'g711',
      'A0.BitRate': 64_000,
      ...(built?.input && MICROPHONE),
      ...(capabilities?.lineOutGain && { 'A0.LineOutGain': 'inherit' }),
      'A0.Name': 'Audio',
      'A0.NbrOfChannels': 1,
      ...(built?.output && { 'A0.OutputGain': '0' }),
      'A0.SampleRate': 8000,
      ...(capabilities?.telecoilOutGain && { 'A0.TelecoilOutGain': 'inherit' }),
    }),
  ]
}

const MICROPHONE = {
  'A0.InputGain': '0',
  'A0.InputType': 'internal',
  'A0.MicrophonePower': false,
  'A0.MicrophonePowerType': '',
} as const
