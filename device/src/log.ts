import { pino } from 'pino'

/** What the device's parts log with: an object of facts and a sentence. */
export interface Log {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
  /** The same log with facts that every line carries, such as a request's id. */
  child(facts: Record<string, unknown>): Log
}

/** Names whose values never reach the log, at the top and one level down. */
const SECRET = ['password', 'pwd', 'passphrase', 'token', 'ha1', 'key', 'cookie', 'authorization']

/**
 * JSON lines to standard output; the board writes them to the device's log file.
 * Written at once: a line that still waits in a buffer is lost when the power is cut.
 * @param now UTC milliseconds, for the time of each line
 */
export function openLog(level = 'info', now: () => number = Date.now): Log {
  return pino({
    level,
    timestamp: () => `,"time":${now()}`,
    base: null,
    redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  })
}
