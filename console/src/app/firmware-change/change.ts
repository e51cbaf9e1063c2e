/** The firmware that runs, and in which boot. */
export interface Running {
  /** Undefined in firmware that does not tell. */
  bootId: string | undefined
  version: string
  /** Which build it is, where two of them have the same version. */
  part: string
  /** When it was installed, in the device's words; tells an image from the same one sent again. */
  installed: string
}

/** An upgrade or a rollback that was begun in this browser, with what ran before it. */
export interface FirmwareChange extends Running {
  type: 'upgrade' | 'rollback'
  /** UTC milliseconds of the browser's clock at which the device had answered. */
  at: number
  /** Whether it answered; a connection that broke off leaves open whether it has begun. */
  answered: boolean
}

/** Where it is kept until it is known what came of it; beside the flag of the restart, which goes earlier. */
export const CHANGE_KEY = 'lintel.firmware'

/** Reads a kept change; a text that is none of ours is no change. */
export function parseChange(text: string | null, now: number): FirmwareChange | undefined {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '')
  } catch {
    return undefined
  }
  if (typeof stored !== 'object' || stored === null) return undefined
  const { type, at, bootId, version, part, installed, answered } = stored as Partial<
    Record<keyof FirmwareChange, unknown>
  >
  if ((type !== 'upgrade' && type !== 'rollback') || typeof version !== 'string') return undefined
  return {
    type,
    // A time to come is a clock that was set meanwhile.
    at: typeof at === 'number' && at <= now ? at : now,
    bootId: typeof bootId === 'string' ? bootId : undefined,
    version,
    part: typeof part === 'string' ? part : '',
    installed: typeof installed === 'string' ? installed : '',
    answered: answered !== false,
  }
}

/**
 * What came of a change, from what runs now: `changed` when other firmware runs in another boot;
 * `sameBoot` while the device has not restarted; `fellBack` when it has, into the firmware from
 * before; `unclear` when that firmware runs and tells no boot.
 */
export function judge(
  before: Running,
  now: Running,
): 'changed' | 'sameBoot' | 'fellBack' | 'unclear' {
  const tells = before.bootId !== undefined && now.bootId !== undefined
  if (tells && before.bootId === now.bootId) return 'sameBoot'
  const same = (['version', 'part', 'installed'] as const).every((of) => before[of] === now[of])
  if (!same) return 'changed'
  return tells ? 'fellBack' : 'unclear'
}
