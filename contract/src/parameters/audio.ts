import { choice, oneOf, text, whole, yesNo } from './codec.ts'
import { group } from './group.ts'

/** Gains in dB, from the softest to the loudest in equal steps. */
function gains(from: number, to: number, step: number): string[] {
  const steps = Array.from({ length: (to - from) / step + 1 }, (_, at) => String(from + at * step))
  return ['mute', ...steps]
}

const outputGains = gains(-72, 24, 1)
/** `inherit` uses the output's gain. */
const inherited = choice(['inherit', ...outputGains])

export const audio = group('Audio', {
  DSCP: whole(0, 63),
  DuplexMode: oneOf(['full', 'half', 'get', 'post']),
  MaxListeners: whole(1, 20),
  NbrOfConfigs: text(),
  ReceiverBuffer: whole(0, 5000),
  ReceiverTimeout: whole(0, 60_000),
  'A0.Enabled': yesNo,
  'A0.HTTPMessageType': oneOf(['singlepart', 'multipart']),
  'A0.Name': text(64),
  'A0.NbrOfChannels': whole(1, 2),
  'A0.Source': text(),
})

export const audioSource = group('AudioSource', {
  NbrOfSources: text(),
  'A0.AudioEncoding': oneOf(['g711', 'g726', 'aac', 'opus', 'lpcm']),
  'A0.BitRate': whole(8000, 128_000),
  'A0.InputGain': choice(gains(-34.5, 12, 1.5)),
  'A0.InputType': oneOf(['internal', 'mic', 'line', 'digital']),
  'A0.MicrophonePower': yesNo,
  'A0.MicrophonePowerType': text(64),
  'A0.LineOutGain': inherited,
  'A0.Name': text(64),
  'A0.NbrOfChannels': whole(1, 2),
  'A0.OutputGain': choice(outputGains),
  'A0.SampleRate': whole(8000, 48_000),
  'A0.TelecoilOutGain': inherited,
})
