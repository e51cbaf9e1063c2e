import { ENCODER_NAMES } from '../audio-encoders.ts'
import { gainValues, INPUT_GAINS, OUTPUT_GAINS } from '../audio-gains.ts'
import { choice, oneOf, text, whole, yesNo } from './codec.ts'
import { group } from './group.ts'

/** What gains may be at all; products narrow that to their own. */
const outputGains = gainValues(OUTPUT_GAINS)
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
  /** Percent of full scale above which sound is detected: 0 is the most sensitive. */
  'A0.AlarmLevel': whole(0, 100),
  'A0.AudioEncoding': oneOf(ENCODER_NAMES),
  'A0.BitRate': whole(8000, 768_000),
  /** Whether what the loudspeaker plays is taken out of what the microphone hears. */
  'A0.EchoCancellation': yesNo,
  'A0.InputGain': choice(gainValues(INPUT_GAINS)),
  'A0.InputType': oneOf(['internal', 'mic', 'line', 'digital']),
  'A0.MicrophonePower': yesNo,
  'A0.MicrophonePowerType': text(64),
  'A0.LineOutGain': inherited,
  'A0.Name': text(64),
  'A0.NbrOfChannels': whole(1, 2),
  /** Whether what is softer than speech is turned down. */
  'A0.NoiseCancellation': yesNo,
  'A0.OutputGain': choice(outputGains),
  'A0.SampleRate': whole(8000, 48_000),
  'A0.TelecoilOutGain': inherited,
})
