import type { MicrophoneInput } from '@lintel/contract/wire'
import { microphoneOf, SAMPLE_RATE } from '../telephone/microphone.ts'
import { playback, tone } from './sources.ts'
import type { Source } from './sources.ts'

/**
 * What sounds in front of the microphone, as the sound path takes it.
 * @param live what is spoken if it is live
 * @throws Refusal `invalid` for a file that is no audio
 */
export function microphoneSource(input: MicrophoneInput, live: Source): Source {
  const microphone = microphoneOf(input)
  if (microphone.kind === 'tone') return tone(microphone.hertz, microphone.level)
  if (microphone.kind === 'live') return live
  if (microphone.kind === 'silence') return () => {}
  return playback({
    samples: microphone.samples,
    rate: SAMPLE_RATE,
    began: 0,
    plays: Infinity,
    factor: 1,
    until: Infinity,
  })
}
