import { writeSync } from 'node:fs'
import { pino } from 'pino'
import type { DestinationStream, LoggerOptions } from 'pino'

/** Logger of the device's parts: an object of fields and a message. */
export interface Log {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Fields that never reach the log, at the top level and one below. */
const SECRET: ReadonlySet<string> = new Set([
  'password',
  'pwd',
  'passphrase',
  'token',
  'ha1',
  'key',
  'cookie',
  'authorization',
])

/** The longest text in a field, and the longest stack of an error, in characters. */
export const LONGEST_TEXT = 500
export const LONGEST_STACK = 4_000

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

type Fields = Record<string, unknown>

/**
 * The fields as they are logged, at the top level and one below: without secrets, and with every
 * text cut, because much of it comes from outside. One pass over each line: pino's own redaction
 * takes longer than writing the line.
 */
function loggable(fields: Fields, depth = 1): Fields {
  const shown: Fields = {}
  for (const [name, value] of Object.entries(fields)) {
    if (SECRET.has(name)) shown[name] = '[redacted]'
    else if (typeof value === 'string') shown[name] = cut(value, LONGEST_TEXT)
    else shown[name] = depth > 0 && isFields(value) ? loggable(value, depth - 1) : value
  }
  return shown
}

/** Whether JSON writes the value by its members. Errors have a form of their own. */
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Error) &&
  !('toJSON' in value)

function cutError(error: Error): object {
  const { message, stack, ...rest } = pino.stdSerializers.err(error)
  return {
    ...loggable(rest),
    message: cut(message, LONGEST_TEXT),
    stack: cut(stack, LONGEST_STACK),
  }
}

const STANDARD_OUTPUT = 1

/** pino's number for `info`. */
const INFO = 30

/** Where lines go: those of a few milliseconds together. */
export interface LineWriter extends DestinationStream {
  /** Writes what is waiting. */
  readonly flush: () => void
}

/** How long a line waits for others at most, in milliseconds. */
export const WAIT_MS = 10

/**
 * Collects lines and writes them together, because writing a line takes longer than answering a
 * request; a warning or an error is written at once, with all before it. Whoever reads an answer
 * thus finds its line in the log soon after.
 * @param write gets whole lines
 */
export function openLineWriter(write: (lines: string) => void): LineWriter {
  let waiting = ''
  const flush = (): void => {
    if (waiting === '') return
    const lines = waiting
    waiting = ''
    write(lines)
  }
  const writer = {
    flush,
    // pino then sets the level of each line before it writes it.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: INFO,
    write(line: string): void {
      if (waiting === '') setTimeout(flush, WAIT_MS).unref()
      waiting += line
      if (writer.lastLevel > INFO) flush()
    },
  }
  return writer
}

/**
 * pino's own destination retries a pipe whose reader was killed for ever when the process exits
 * (sonic-boom 4.2.1, `flushSync`), and so keeps the process alive. A line that can't be written is
 * lost here.
 */
function writeToBoard(lines: string): void {
  try {
    let left: Uint8Array = Buffer.from(lines)
    while (left.length > 0) left = left.subarray(writeSync(STANDARD_OUTPUT, left))
  } catch {
    // The board is gone, and the device follows it.
  }
}

const standardOutput = openLineWriter(writeToBoard)
process.on('exit', standardOutput.flush)

/**
 * Writes JSON lines to standard output; the board stores them in the device's log file. A power cut
 * loses at most the lines of the last `WAIT_MS`.
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
    formatters: { log: (fields) => loggable(fields) },
    serializers: { err: cutError },
  }
  return pino(options, destination)
}
