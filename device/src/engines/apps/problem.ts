import { APP_CODES } from '@lintel/contract/rules/applications'
import { Refusal } from '@lintel/contract/fault'

/**
 * A refusal by a code of the public calls.
 * @param message for the log and for people, with a full stop
 */
export const appProblem = (name: keyof typeof APP_CODES, message: string): Refusal =>
  new Refusal('invalid', message, [String(APP_CODES[name])])

/** A full disk must not end the device: the next start then starts what nobody has stopped. */
export function unlessFull(work: () => void): void {
  try {
    work()
  } catch (cause) {
    if (!(cause instanceof Refusal && cause.reason === 'storage')) throw cause
  }
}

/** Programs may not run on this device. */
export const notAllowed = (): Refusal =>
  appProblem(
    'unspecified',
    'This device was not started with --allow-apps, so it runs no programs.',
  )

/** The disk is full. */
export const noRoom = (): Refusal => appProblem('noRoom', 'The device has no storage left.')

/** Whether the database, or a copy of files, found the disk full. */
export const isFull = (cause: unknown): boolean =>
  (cause instanceof Refusal && cause.reason === 'storage') ||
  (cause as { code?: unknown }).code === 'ENOSPC'
