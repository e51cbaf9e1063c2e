import { open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'

/** A line of the device's log. */
export interface LogLine {
  /**
   * UTC milliseconds of the device; undefined for lines in another format, such as a stack trace.
   */
  at: number | undefined
  /** 10 (trace) to 60 (fatal). */
  level: number
  /** The source: the device itself, its board, or an application. */
  app: string
  text: string
}

/** Maximum number of lines returned. Own design. */
export const LINES_MAX = 2000
/** Maximum number of bytes read for them: most lines have some 200. */
const BYTES_MAX = 1024 * 1024
/** Number of lines parsed before yielding to other requests. */
const TURN = 200

/** The device's own name in its log. */
const DEVICE = 'device'

/**
 * The latest lines of the log, oldest first, across restarts and power cuts.
 * @param file the board's log file; the previous one has the suffix `.1`
 */
export async function readLog(file: string): Promise<LogLine[]> {
  const now = await tailOf(file, BYTES_MAX)
  const room = BYTES_MAX - now.length
  const before = room > 0 ? await tailOf(`${file}.1`, room) : ''
  const lines = (before + now)
    .split('\n')
    .filter((line) => line !== '')
    .slice(-LINES_MAX)
  const read: LogLine[] = []
  for (const line of lines) {
    if (read.length % TURN === TURN - 1) await setImmediate()
    read.push(lineOf(line))
  }
  return read
}

/** The whole lines at the end of a file; empty if there is no such file. */
async function tailOf(file: string, most: number): Promise<string> {
  const handle = await open(file).catch(() => undefined)
  if (!handle) return ''
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, most)
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await handle.read(bytes, 0, length, size - length)
    const text = bytes.toString('utf8', 0, bytesRead)
    return size > most ? text.slice(text.indexOf('\n') + 1) : text
  } finally {
    await handle.close()
  }
}

function lineOf(line: string): LogLine {
  const facts = factsIn(line)
  if (!facts) return { at: undefined, level: 50, app: DEVICE, text: oneLine(line) }
  const { time, level, app, msg, err, ...others } = facts
  const more = Object.entries(others).map(([name, value]) => ` ${name}=${valueText(value)}`)
  const cause = isRecord(err) ? ` error=${valueText(err['message'])}` : ''
  return {
    at: typeof time === 'number' ? time : undefined,
    level: typeof level === 'number' ? level : 30,
    app: typeof app === 'string' ? app : DEVICE,
    text: oneLine(`${String(msg)}${more.join('')}${cause}`),
  }
}

function factsIn(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const read: unknown = JSON.parse(line)
    return isRecord(read) ? read : undefined
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const valueText = (value: unknown): string =>
  typeof value === 'string' && /^[\w.:/@[\]-]+$/.test(value) ? value : JSON.stringify(value)

/** Text from outside may neither end the line nor control a terminal. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')

/** Lines as text: local time with offset, level, source, message. */
export function logText(
  lines: readonly LogLine[],
  { host, ahead }: { host: string; ahead: (at: number) => number },
): string {
  return lines.map((line) => `${headOf(line, host, ahead)}${line.text}\n`).join('')
}

function headOf({ at, level, app }: LogLine, host: string, ahead: (at: number) => number): string {
  if (at === undefined) return '  '
  return `${timestamp(at, ahead(at))} ${host} [ ${levelName(level).padEnd(7)} ] ${app}: `
}

const levelName = (level: number) =>
  level >= 50 ? 'ERROR' : level >= 40 ? 'WARNING' : level >= 30 ? 'INFO' : 'DEBUG'

const two = (value: number) => String(value).padStart(2, '0')

/**
 * Local time with its offset, `2026-11-20T14:07:32.123+01:00` (RFC 3339).
 * @param at UTC milliseconds
 * @param ahead the zone's offset at that time, in milliseconds
 */
export function timestamp(at: number, ahead: number): string {
  const minutes = Math.abs(Math.round(ahead / 60_000))
  const sign = ahead < 0 ? '-' : '+'
  const offset = `${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return new Date(at + ahead).toISOString().replace('Z', offset)
}
