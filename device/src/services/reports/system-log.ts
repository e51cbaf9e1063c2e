import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { LogLevel } from '@lintel/contract/calls/log'

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

/** Lines of the log, and where they end. */
export interface LogPart {
  /** Where the lines end: `<file>-<offset>`. */
  cursor: string
  lines: LogLine[]
  /** Lines between the cursor and these are no longer there, or the cursor is not one of ours. */
  missed: boolean
  /** There may be more after the cursor. */
  more: boolean
}

/**
 * The latest lines of the log, oldest first, across restarts and power cuts.
 * @param file the board's log file; the previous one has the suffix `.1`
 */
export const readLog = async (file: string): Promise<LogLine[]> => (await latestOf(file)).lines

/**
 * The lines after a cursor, or the latest ones. The board starts a new file once the old one is full,
 * so a cursor names its file, and is valid as long as that file or its `.1` is there.
 */
export async function followLog(file: string, after?: string): Promise<LogPart> {
  if (after === undefined) return latestOf(file)
  const [, name = '', digits = ''] = CURSOR.exec(after) ?? []
  const place = { name, at: Number(digits) }
  return (await linesAfter(file, place)) ?? { ...(await latestOf(file)), missed: true }
}

const CURSOR = /^([0-9a-f]+|none)-(\d{1,15})$/

/** Undefined if the place no longer exists. */
async function linesAfter(
  file: string,
  { name, at }: { name: string; at: number },
): Promise<LogPart | undefined> {
  const now = await openFile(file)
  try {
    if (now.name === name || name === NO_LINE) return await linesFrom(now, at)
    const before = await openFile(`${file}.1`)
    try {
      if (before.name !== name) return undefined
      const part = await linesFrom(before, at)
      return part && (part.more ? part : { ...part, cursor: `${now.name}-0`, more: true })
    } finally {
      await before.close()
    }
  } finally {
    await now.close()
  }
}

/** The complete lines from a place on, up to the limits of one answer. */
async function linesFrom(opened: OpenFile, from: number): Promise<LogPart | undefined> {
  if (from > opened.size) return undefined
  const bytes = await opened.read(from, Math.min(opened.size - from, BYTES_MAX))
  const lines: string[] = []
  let end = 0
  while (lines.length < LINES_MAX) {
    const next = bytes.indexOf(NEWLINE, end)
    if (next === -1) break
    lines.push(bytes.toString('utf8', end, next))
    end = next + 1
  }
  // Skips what is too long for a line.
  if (lines.length === 0 && bytes.length === BYTES_MAX) end = BYTES_MAX
  return {
    cursor: `${opened.name}-${from + end}`,
    lines: await parsed(lines),
    missed: false,
    more: lines.length === LINES_MAX || (end > 0 && from + bytes.length < opened.size),
  }
}

async function latestOf(file: string): Promise<LogPart> {
  const now = await openFile(file)
  try {
    const { text, end } = await now.tail(BYTES_MAX)
    const older = await olderThan(now, file, BYTES_MAX - text.length)
    const lines = (older + text).split('\n').slice(0, -1).slice(-LINES_MAX)
    return {
      cursor: `${now.name}-${end}`,
      lines: await parsed(lines),
      missed: false,
      more: false,
    }
  } finally {
    await now.close()
  }
}

/** The end of the previous file, as far as there is room for it. */
async function olderThan(now: OpenFile, file: string, room: number): Promise<string> {
  if (room <= 0) return ''
  const before = await openFile(`${file}.1`)
  try {
    // The board may have renamed the file in between.
    return before.name === now.name ? '' : (await before.tail(room)).text
  } finally {
    await before.close()
  }
}

async function parsed(lines: readonly string[]): Promise<LogLine[]> {
  const read: LogLine[] = []
  for (const line of lines) {
    if (read.length % TURN === TURN - 1) await setImmediate()
    if (line !== '') read.push(lineOf(line))
  }
  return read
}

/** A file of the log, with its size when it was opened. */
interface OpenFile {
  /** Identifies it even after the board has renamed it: a digest of its first line, or `none`. */
  name: string
  size: number
  read(from: number, length: number): Promise<Buffer>
  /** The complete lines at its end, and where they end. */
  tail(most: number): Promise<{ text: string; end: number }>
  close(): Promise<void>
}

/** The name of a file without a complete line. */
const NO_LINE = 'none'
/** Bytes read for the first line, whose time makes it unique. */
const FIRST_LINE = 4096
const NEWLINE = 0x0a

/** Opens a file; one that doesn't exist counts as empty. */
async function openFile(path: string): Promise<OpenFile> {
  const handle = await open(path).catch(() => undefined)
  const close = async () => handle?.close()

  async function read(from: number, length: number): Promise<Buffer> {
    if (!handle || length === 0) return Buffer.alloc(0)
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await handle.read(bytes, 0, length, from)
    return bytes.subarray(0, bytesRead)
  }

  try {
    const size = handle ? (await handle.stat()).size : 0
    return {
      name: nameIn(await read(0, Math.min(size, FIRST_LINE))),
      size,
      read,
      async tail(most) {
        const from = Math.max(0, size - most)
        const bytes = await read(from, size - from)
        const end = bytes.lastIndexOf(NEWLINE) + 1
        const start = from === 0 ? 0 : bytes.indexOf(NEWLINE) + 1
        return { text: bytes.toString('utf8', start, Math.max(start, end)), end: from + end }
      },
      close,
    }
  } catch (cause) {
    await close()
    throw cause
  }
}

function nameIn(start: Buffer): string {
  const end = start.indexOf(NEWLINE)
  if (end === -1 && start.length < FIRST_LINE) return NO_LINE
  const line = end === -1 ? start : start.subarray(0, end)
  return createHash('sha256').update(line).digest('hex').slice(0, 16)
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
  return `${timestamp(at, ahead(at))} ${host} [ ${levelOf(level).toUpperCase().padEnd(7)} ] ${app}: `
}

/** What the number of a line's level means. */
export const levelOf = (level: number): LogLevel =>
  level >= 50 ? 'error' : level >= 40 ? 'warning' : level >= 30 ? 'info' : 'debug'

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
