import { whole, yesNo } from './codec.ts'
import { group } from './group.ts'

/** How the camera tells that somebody covers it. */
export const tampering = group('Tampering', {
  'T0.DarkDetectionEnabled': yesNo,
  /** Percent of the picture that has to be dark. */
  'T0.DarkThreshold': whole(1, 100),
  /** Seconds for which it has to be. */
  'T0.MinDuration': whole(1, 1000),
})
