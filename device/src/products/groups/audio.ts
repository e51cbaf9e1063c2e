import type { Product } from '@lintel/contract/products/product'
import type { Definition } from '../../state/definition.ts'
import { bool, fixed, group, int, oneOf, text } from '../group.ts'
import type { Entries } from '../group.ts'

/** Gains in dB, from the softest to the loudest in equal steps. */
function gains(from: number, to: number, step: number): string[] {
  const steps = Array.from({ length: (to - from) / step + 1 }, (_, at) => String(from + at * step))
  return ['mute', ...steps]
}

/** What is heard and what is played; a gain of `inherit` is the output's own. */
export function audio({ audio: built, capabilities }: Product): Definition[] {
  const rights = { read: 'operator', write: 'operator' } as const
  return [
    ...group('Audio', rights, {
      DSCP: int(0, 0, 63),
      DuplexMode: oneOf('full', ['full', 'half', 'get', 'post']),
      MaxListeners: int(20, 1, 20),
      NbrOfConfigs: fixed(text('1')),
      ReceiverBuffer: int(120, 0, 5000),
      ReceiverTimeout: int(1000, 0, 60_000),
      'A0.Enabled': bool('yes'),
      'A0.HTTPMessageType': oneOf('singlepart', ['singlepart', 'multipart']),
      'A0.Name': text('', 64),
      'A0.NbrOfChannels': int(1, 1, 2),
      'A0.Source': fixed(text('0')),
    }),
    ...group('AudioSource', rights, {
      NbrOfSources: fixed(text('1')),
      'A0.AudioEncoding': oneOf('g711', ['g711', 'g726', 'aac', 'opus', 'lpcm']),
      'A0.BitRate': int(64_000, 8000, 128_000),
      ...(built?.input ? microphone() : {}),
      ...(capabilities?.lineOutGain ? { 'A0.LineOutGain': inherited() } : {}),
      'A0.Name': text('Audio', 64),
      'A0.NbrOfChannels': int(1, 1, 2),
      ...(built?.output ? { 'A0.OutputGain': oneOf('0', OUTPUT_GAINS) } : {}),
      'A0.SampleRate': int(8000, 8000, 48_000),
      ...(capabilities?.telecoilOutGain ? { 'A0.TelecoilOutGain': inherited() } : {}),
    }),
  ]
}

const OUTPUT_GAINS = gains(-72, 24, 1)

const inherited = () => oneOf('inherit', ['inherit', ...OUTPUT_GAINS])

const microphone = (): Entries => ({
  'A0.InputGain': oneOf('0', gains(-34.5, 12, 1.5)),
  'A0.InputType': oneOf('internal', ['internal', 'mic', 'line', 'digital']),
  'A0.MicrophonePower': bool('no'),
  'A0.MicrophonePowerType': text('', 64),
})
