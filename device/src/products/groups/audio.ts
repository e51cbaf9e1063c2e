import { gainValues, OUTPUT_GAINS } from '@lintel/contract/audio-gains'
import { audio, audioSource } from '@lintel/contract/parameters/audio'
import type { AudioInput, Product } from '@lintel/contract/products/product'
import type { Definition } from '../../state/definition.ts'
import { among, fixed, group } from '../group.ts'

/** Audio input and output. */
export function audioGroups({ audio: built, capabilities }: Product): Definition[] {
  const rights = { read: 'operator', write: 'operator' } as const
  const outputGains = gainValues(built?.output?.gains ?? OUTPUT_GAINS)
  const inherited = among(['inherit', ...outputGains], 'inherit')
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
      ...(built?.input && { 'A0.AlarmLevel': 50 }),
      'A0.AudioEncoding': 'g711',
      'A0.BitRate': 64_000,
      ...(built?.input && inputOf(built.input)),
      ...(capabilities?.lineOutGain && { 'A0.LineOutGain': inherited }),
      'A0.Name': 'Audio',
      'A0.NbrOfChannels': 1,
      ...(built?.output && { 'A0.OutputGain': among(outputGains, '0') }),
      'A0.SampleRate': 8000,
      ...(capabilities?.telecoilOutGain && { 'A0.TelecoilOutGain': inherited }),
    }),
  ]
}

function inputOf({ types, gains }: AudioInput) {
  return {
    'A0.EchoCancellation': true,
    'A0.InputGain': among(gainValues(gains), '0'),
    'A0.InputType': among(types, 'internal' as const),
    'A0.MicrophonePower': false,
    'A0.MicrophonePowerType': '',
    'A0.NoiseCancellation': true,
  }
}
