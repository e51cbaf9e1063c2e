import { keyOfDevice } from '@lintel/contract/site'

/** The five ways in which a device goes away and comes back. A §4 Restart overlay. */
export const RESTART_TYPES = ['restart', 'restore', 'default', 'upgrade', 'rollback'] as const

export type RestartType = (typeof RESTART_TYPES)[number]

/** What browser storage holds while a restart is pending. */
export interface RestartFlag {
  /** Undefined if the flag does not say. */
  type: RestartType | undefined
  /** UTC milliseconds of the browser's clock. */
  at: number
  /** The device's boot before the restart: while it answers with this one it has not restarted. */
  bootId: string | undefined
  /** The URL at which the device comes back, if that is not where this page was opened. */
  expected?: string
}

export const RESTART_KEY = keyOfDevice('lintel.restart')

/** Reads a stored flag; any other text counts as a restart of unknown type that started now. */
export const parseFlag = (text: string, now: number): RestartFlag => flagOf(parsed(text), now)

/** The value of a stored text; undefined if it isn't JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function flagOf(stored: unknown, now: number): RestartFlag {
  if (typeof stored !== 'object' || stored === null) {
    return { type: undefined, at: now, bootId: undefined }
  }
  const { type, at, bootId, expected } = stored as Partial<Record<keyof RestartFlag, unknown>>
  return {
    type: RESTART_TYPES.find((known) => known === type),
    // A time in the future means that the clock was set in between.
    at: typeof at === 'number' && at <= now ? at : now,
    bootId: typeof bootId === 'string' ? bootId : undefined,
    // It becomes a link.
    ...(typeof expected === 'string' && /^https?:\/\//.test(expected) ? { expected } : {}),
  }
}
