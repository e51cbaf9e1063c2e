import type { DeviceTime } from '../../app/clock/device-clock.ts'
import type { TimeSettings } from './queries.ts'

/** What the date and time page gives the form on each of its tabs. */
export interface TabProps {
  settings: TimeSettings
  time: DeviceTime
}
