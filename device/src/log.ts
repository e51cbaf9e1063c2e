import { pino } from 'pino'

/** Logger of the device's parts: an object of fields and a message. */
export interface Log {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
  /** A child logger whose fields are on every line, such as a request's id. */
  child(facts: Record<string, unknown>): Log
}

/** Fields that never reach the log, at the top level and one below. */
const SECRET = ['password', 'pwd', 'passphrase', 'token', 'ha1', 'key', 'cookie', 'authorization']

/**
 * Writes JSON lines to standard output; the board stores them in the device's log file. Writes are
 * synchronous: a buffered line is lost when the power is cut.
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
