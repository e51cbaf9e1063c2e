import { keyOfDevice } from '@lintel/contract/site'
import { flagOf, parsed } from './flag.ts'
import type { RestartFlag } from './flag.ts'

/**
 * How far the restart has come, as far as the device has shown: `asked`: the call was made; `gone`:
 * it has dropped its connections or doesn't answer; `answering`: it answers in another boot; `ready`.
 */
export const EVIDENCE = ['asked', 'gone', 'answering', 'ready'] as const

export type Evidence = (typeof EVIDENCE)[number]

/** What a tab remembers of its overlay, so that a reload loses neither the overlay nor the page. */
export interface TabRecord {
  flag: RestartFlag
  /** The address of the page that the overlay covered. */
  page: string
  /**
   * Whether the tab returns to it: neither where the restart was started nor where the overlay came
   * first (A §4).
   */
  returns: boolean
  evidence: Evidence
  /** When the evidence was first seen, in UTC milliseconds of the browser's clock. */
  since: number
  /** The device is back, and the root page loads. */
  done?: boolean
}

export const TAB_KEY = keyOfDevice('lintel.restart.tab')

/** Reads a stored record; undefined for any other text. */
export function parseTab(text: string | null, now: number): TabRecord | undefined {
  const stored = parsed(text ?? '') as TabRecord | null | undefined
  return stored?.flag ? { ...stored, flag: flagOf(stored.flag, now) } : undefined
}
