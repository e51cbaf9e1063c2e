import { whole, yesNo } from './codec.ts'
import { group } from './group.ts'

/** What the settings of dark pictures may be: percent of the picture, and seconds. */
export const DARKNESS = {
  threshold: { min: 1, max: 100 },
  duration: { min: 1, max: 1000 },
} as const

/** How the camera tells that somebody covers it. */
export const tampering = group('Tampering', {
  'T0.DarkDetectionEnabled': yesNo,
  /** Percent of the picture that has to be dark. */
  'T0.DarkThreshold': whole(DARKNESS.threshold.min, DARKNESS.threshold.max),
  /** Seconds for which it has to be. */
  'T0.MinDuration': whole(DARKNESS.duration.min, DARKNESS.duration.max),
})
