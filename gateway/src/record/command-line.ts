import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readDeviceUrl, UsageProblem } from '../command-line.ts'
import { readFingerprint } from '../trust.ts'
import type { KnownBy } from '../trust.ts'

/** The parsed flags. */
export interface RecordOptions extends KnownBy {
  url: URL
  user: string
  /** The folder of the recording. */
  out: string
}

const FLAGS = {
  device: { type: 'string' },
  ca: { type: 'string' },
  fingerprint: { type: 'string' },
  user: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', default: false, short: 'h' },
} as const

/**
 * Parses the command line.
 * @returns undefined if help is wanted
 * @throws UsageProblem with a single message
 */
export function readRecordCommandLine(args: string[]): RecordOptions | undefined {
  const { device, ca, fingerprint, user, out, help } = parsed(args)
  if (help) return undefined
  if (device === undefined) throw new UsageProblem('record.noDevice')
  if (user === undefined || user === '') throw new UsageProblem('record.noUser')
  if (out === undefined || out === '') throw new UsageProblem('record.noFolder')
  const read = fingerprint === undefined ? undefined : readFingerprint(fingerprint)
  if (fingerprint !== undefined && read === undefined) {
    throw new UsageProblem('gateway.notAFingerprint', { value: fingerprint })
  }
  return {
    url: readDeviceUrl(device),
    user,
    out,
    ...(ca === undefined ? {} : { ca: fileText(ca) }),
    ...(read === undefined ? {} : { fingerprint: read }),
  }
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: FLAGS }).values
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw new UsageProblem('gateway.flags', { problem })
  }
}

function fileText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UsageProblem('gateway.noFile', { file })
  }
}
