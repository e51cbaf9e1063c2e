import type { CallOptions } from '@lintel/contract/client'
import { CALL_BUTTON_RULE } from '@lintel/contract/rules/phonebook'
import { entriesWith } from './parts/entries.ts'

/** Whether the call button calls anybody. */
export async function callsSomebody(options: CallOptions): Promise<boolean> {
  const [rule] = await entriesWith([CALL_BUTTON_RULE], options)
  if (!rule || rule.DisplayButton === false) return false
  if (rule.callInformation?.some(({ type }) => type === 'VMS')) return true
  const children = await entriesWith(rule.childIds, options)
  return children.some(({ type }) => type === 'Person' || type === 'CallInfo')
}
