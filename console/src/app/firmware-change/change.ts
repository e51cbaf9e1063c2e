import { keyOfDevice } from '@lintel/contract/site'
/** The running firmware, and its boot. */
export interface Running {
  /** Undefined if the firmware does not report it. */
  bootId: string | undefined
  version: string
  /** Tells apart two builds of the same version. */
  part: string
  /**
   * The installation time as the device writes it; tells apart two installations of the same image.
   */
  installed: string
}

/** What runs now. */
export interface RunningNow extends Running {
  /** Whether the device keeps it, or still tries it; undefined if the firmware does not say. */
  kept: boolean | undefined
}

/** An upgrade or a rollback started in this browser, with the firmware before it. */
export interface FirmwareChange extends Running {
  type: 'upgrade' | 'rollback'
  /** When it started, in UTC milliseconds of the browser's clock. */
  at: number
  /** Whether it answered; if the connection broke off, it may or may not have started. */
  answered: boolean
}

/**
 * The storage key, used until the outcome is known; separate from the restart flag, which is
 * cleared earlier.
 */
export const CHANGE_KEY = keyOfDevice('lintel.firmware')

/** Reads a stored change; undefined if the text is not one. */
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
    // A time in the future means that the clock was set in between.
    at: typeof at === 'number' && at <= now ? at : now,
    bootId: typeof bootId === 'string' ? bootId : undefined,
    version,
    part: typeof part === 'string' ? part : '',
    installed: typeof installed === 'string' ? installed : '',
    answered: answered !== false,
  }
}

/**
 * The outcome of a change, from what runs now: `changed` when other firmware runs in another boot;
 * `sameBoot` while the device has not restarted; `fellBack` when it has, into the earlier firmware;
 * `unclear` when the earlier firmware runs and does not report its boot.
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
