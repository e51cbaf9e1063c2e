import { writeSync } from 'node:fs'
import { pino } from 'pino'
import type { DestinationStream, LoggerOptions } from 'pino'

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

/** The longest text in a field, and the longest stack of an error, in characters. */
export const LONGEST_TEXT = 500
export const LONGEST_STACK = 4_000

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

/** The same with every text cut, at the top level and one below: much of it comes from outside. */
function cutTexts(fields: Record<string, unknown>, depth = 1): Record<string, unknown> {
  const pairs = Object.entries(fields).map(([name, value]): [string, unknown] => {
    if (typeof value === 'string') return [name, cut(value, LONGEST_TEXT)]
    const isPlain = Object.getPrototypeOf(value ?? 0) === Object.prototype
    return [name, isPlain && depth > 0 ? cutTexts(value as typeof fields, depth - 1) : value]
  })
  return Object.fromEntries(pairs)
}

function cutError(error: Error): object {
  const { message, stack, ...rest } = pino.stdSerializers.err(error)
  return {
    ...cutTexts(rest),
    message: cut(message, LONGEST_TEXT),
    stack: cut(stack, LONGEST_STACK),
  }
}

const STANDARD_OUTPUT = 1

/**
 * pino's own destination retries a pipe whose reader was killed for ever when the process exits
 * (sonic-boom 4.2.1, `flushSync`), and so keeps the process alive. A line that can't be written is
 * lost here.
 */
const standardOutput: DestinationStream = {
  write(line: string): void {
    try {
      writeSync(STANDARD_OUTPUT, line)
    } catch {
      // The board is gone, and the device follows it.
    }
  },
}

/**
 * Writes JSON lines to standard output; the board stores them in the device's log file. Writes are
 * synchronous: a buffered line is lost when the power is cut.
 * @param now UTC milliseconds, for the time of each line
 * @param destination in place of standard output
 */
export function openLog(
  level = 'info',
  now: () => number = Date.now,
  destination: DestinationStream = standardOutput,
): Log {
  const options: LoggerOptions = {
    level,
    timestamp: () => `,"time":${now()}`,
    base: null,
    redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    formatters: { log: (fields) => cutTexts(fields) },
    serializers: { err: cutError },
  }
  return pino(options, destination)
}
