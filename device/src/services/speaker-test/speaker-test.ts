import * as calls from '@lintel/contract/calls/audio'
import { serve } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'

/**
 * The test of the loudspeaker. Source: console specification B §4 "Speaker", §7 "Audio"; the faults
 * are those of the public speaker test service.
 */
export const speakerTestService: Service = ({ speaker, events }) => {
  if (!speaker) throw new Error('The product has no speaker test.')
  const unsubscribe = speaker.subscribe(() => events.changed('audio'))
  return {
    calls: [
      serve(calls.getSpeakerTestReport, () => ({ SpeakerTestReport: speaker.report() })),
      serve(calls.calibrateSpeakerTest, () => {
        speaker.calibrate()
        return {}
      }),
      serve(calls.performSpeakerTest, () => {
        speaker.test()
        return {}
      }),
    ],
    close: unsubscribe,
  }
}
