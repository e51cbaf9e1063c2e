import type { DeviceTime } from '../../app/clock/device-clock.ts'
import type { TimeSettings } from './queries.ts'

/** The props of the form on each tab of the date and time page. */
export interface TabProps {
  settings: TimeSettings
  time: DeviceTime
}
