import type { ScheduleRow } from '@lintel/contract/calls/schedule-rows'
import type { Kind } from './values.ts'
import type { View } from './view-name.ts'

export interface FormsProps {
  kind: Kind
  view: View
  /** Those of the same kind. */
  schedules: readonly ScheduleRow[]
  /** The device's local time. */
  now: string
  /** Reads the schedules again. */
  again: () => Promise<void>
  onClose: () => void
}
