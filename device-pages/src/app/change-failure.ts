import { DeviceFault } from '@lintel/contract/fault'
import { problem } from '@lintel/contract/rules/problem'
import { SaveRefused } from '@lintel/ui/form'

/**
 * Why the change of a row failed. The device answers 404 when somebody else has deleted the row, which
 * otherwise means a call that it doesn't have. `DeletedNotice` says what has happened.
 */
export const changeFailure = (fault: unknown): unknown =>
  fault instanceof DeviceFault && fault.kind === 'missing'
    ? new SaveRefused(problem('ui.notSaved'))
    : fault
