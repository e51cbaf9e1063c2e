import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One request to a device and its answer. */
export interface Exchange {
  /** The id of the call, or one of `PROBES`. */
  call: string
  method: string
  /** Without a query. */
  path: string
  /** Without `?`; empty for none. */
  query: string
  /** The body of the request, which is text; empty for none. */
  request: string
  status: number
  /** The media type of the answer; empty if the device sent none. */
  type: string
  /** The answer: text, or bytes in base64. */
  body: string
  binary: boolean
}

/** What is asked without being a call of the contract. */
export const PROBES = {
  /** An address that no device has: shows what its 404 looks like. */
  missing: 'probe.missing',
  /** A call without a sign-in: shows what its 401 looks like. */
  signIn: 'probe.signIn',
  /** A parameter that is asked for without `root.`: shows how it is named in the answer. */
  parameterName: 'probe.parameterName',
  /** A group that no device has: shows the error line. */
  parameterError: 'probe.parameterError',
  /** What answers every call that changes something. Recordings of devices do not have it. */
  change: 'probe.change',
} as const

/** The answers of one device to calls that change nothing. */
export interface Recording {
  /** As the device calls itself, and the version of its firmware; empty if it does not say. */
  product: string
  firmware: string
  /** Sorted as `sortExchanges` does. */
  exchanges: readonly Exchange[]
}

/** Texts in the file are cut into pieces, so that a changed line is a changed line there too. */
type StoredBody = { json: unknown } | { text: readonly string[] } | { base64: string }

interface StoredExchange {
  call: string
  method: string
  path: string
  query?: string
  request?: string
  status: number
  type?: string
  body?: StoredBody
}

interface StoredRecording {
  format: number
  product: string
  firmware: string
  exchanges: StoredExchange[]
}

/** The version of the file's format. */
const FORMAT = 1
const FILE = 'recording.json'

/**
 * Reads the recording in a folder.
 * @throws SyntaxError if the file is something else, or the error of the file system
 */
export function readRecording(folder: string): Recording {
  const stored = JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as Partial<StoredRecording>
  if (stored.format !== FORMAT || !Array.isArray(stored.exchanges)) {
    throw new SyntaxError(`${folder} has no recording of format ${FORMAT}.`)
  }
  const { product = '', firmware = '', exchanges } = stored
  return { product, firmware, exchanges: exchanges.map(loaded) }
}

/**
 * Writes a recording to a folder, which is made if it does not exist.
 * @returns the path of the file
 */
export function writeRecording(folder: string, recording: Recording): string {
  const { product, firmware, exchanges } = recording
  const stored: StoredRecording = {
    format: FORMAT,
    product,
    firmware,
    exchanges: sortExchanges(exchanges).map(storedOf),
  }
  mkdirSync(folder, { recursive: true })
  const file = join(folder, FILE)
  writeFileSync(file, `${JSON.stringify(stored, null, 1)}\n`)
  return file
}

/** By path, call and request, so that recordings of one device can be compared. */
export function sortExchanges(exchanges: readonly Exchange[]): Exchange[] {
  const keyed = exchanges.map((one) => ({
    one,
    key: [one.path, one.call, one.query, one.request, one.method].join('\n'),
  }))
  return keyed
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ one }) => one)
}

function storedOf({ call, method, path, query, request, status, type, ...answer }: Exchange) {
  const stored: StoredExchange = { call, method, path, status }
  if (query !== '') stored.query = query
  if (request !== '') stored.request = request
  if (type !== '') stored.type = type
  if (answer.body !== '') stored.body = storedBody(answer)
  return stored
}

function storedBody({ body, binary }: Pick<Exchange, 'body' | 'binary'>): StoredBody {
  if (binary) return { base64: body }
  const json = sameJson(body)
  if (json !== undefined) return { json }
  // Behind each line, and between the tags of XML on one line.
  return { text: body.split(/(?<=\n)|(?<=>)(?=<[^/])/) }
}

/** The value of a JSON document that is written without blanks, so that nothing of it is lost. */
function sameJson(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text ? value : undefined
  } catch {
    return undefined
  }
}

function loaded(stored: StoredExchange): Exchange {
  const { call, method, path, query = '', request = '', status, type = '', body } = stored
  const start = { call, method, path, query, request, status, type, binary: false }
  if (body === undefined) return { ...start, body: '' }
  if ('base64' in body) return { ...start, body: body.base64, binary: true }
  return { ...start, body: 'json' in body ? JSON.stringify(body.json) : body.text.join('') }
}
