import { keyOfDevice } from '@lintel/contract/site'
import { flagOf, parsed } from './flag.ts'
import type { RestartFlag } from './flag.ts'

/**
 * How far the device has shown the restart to be. `asked`: the call was made; `gone`: the device has
 * dropped its connections or doesn't answer; `answering`: it answers after another boot; `ready`: it
 * is ready.
 */
export const EVIDENCE = ['asked', 'gone', 'answering', 'ready'] as const

export type Evidence = (typeof EVIDENCE)[number]

/** What a tab remembers of its overlay, so that a reload loses neither the overlay nor the page. */
export interface TabRecord {
  flag: RestartFlag
  /** The address of the page that the overlay covered. */
  page: string
  /**
   * Whether the tab returns to it. The tab that started the restart doesn't, nor does one that was
   * opened under the overlay (A §4).
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
