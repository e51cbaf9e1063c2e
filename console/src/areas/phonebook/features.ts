import { hasDepartments, needsSpeedDial } from '@lintel/contract/rules/phonebook'
import {
  hasCallGroups,
  hasCallKeypad,
  hasDisplayPage,
  productNumber,
} from '../../app/conditions.ts'
import { useViewpoint } from '../../app/viewpoint.ts'

/** What the phonebook of this product has. B §1, §2. */
export interface Features {
  /** A display that shows call groups as buttons. */
  display: boolean
  /** A keypad for speed dials. */
  callKeypad: boolean
  /** Call groups as such (OPEN-50). */
  callGroups: boolean
  /** Departments of contacts (OPEN-53). */
  departments: boolean
  /** Whether a speed dial may not be empty (OPEN-51). */
  needsSpeedDial: boolean
}

/** What the phonebook of the device has, none of it while its capabilities are unknown. */
export function useFeatures(): Features {
  const viewpoint = useViewpoint()
  const display = hasDisplayPage(viewpoint)
  const callKeypad = hasCallKeypad(viewpoint) === true
  const number = productNumber(viewpoint)
  return {
    display: display === true,
    callKeypad,
    callGroups: hasCallGroups(viewpoint) === true,
    departments: display !== undefined && hasDepartments({ display, number }),
    needsSpeedDial: needsSpeedDial({ callKeypad, number }),
  }
}
