/** A request of RTSP 1.0 (RFC 2326 §6). */
export interface RtspRequest {
  method: string
  /** As the client wrote it. */
  uri: string
  /** By lower-case name. */
  headers: ReadonlyMap<string, string>
}

/** What comes over a connection: requests, and packets of media between them (§10.12). */
export type RtspInput =
  | { kind: 'request'; request: RtspRequest }
  | { kind: 'packet'; channel: number }

const HEAD_MAX = 16_384
const BODY_MAX = 65_536

/** The input is not RTSP, so nothing after it can be understood. */
export class NotRtsp extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Takes a connection's bytes as they arrive, and returns what has arrived completely. */
export interface RtspReader {
  /** @throws NotRtsp */
  read(chunk: Buffer): RtspInput[]
}

export function openReader(): RtspReader {
  let held: Buffer = Buffer.alloc(0)

  /** What is at the beginning, and its length; undefined if it has not arrived yet. */
  function first(): { input: RtspInput | undefined; length: number } | undefined {
    if (held[0] === 0x24) {
      if (held.length < 4) return undefined
      const length = 4 + held.readUInt16BE(2)
      return held.length < length
        ? undefined
        : { input: { kind: 'packet', channel: held[1] ?? 0 }, length }
    }
    // Some clients end a message with an additional line.
    if (held[0] === 13 || held[0] === 10) return { input: undefined, length: 1 }
    const end = held.indexOf('\r\n\r\n')
    if (end < 0) {
      if (held.length > HEAD_MAX) throw new NotRtsp(400, 'The head is too long.')
      return undefined
    }
    if (end > HEAD_MAX) throw new NotRtsp(400, 'The head is too long.')
    const request = requestIn(held.toString('latin1', 0, end))
    const size = request.headers.get('content-length') ?? '0'
    if (!/^\d{1,9}$/.test(size)) throw new NotRtsp(400, 'Content-Length is not a number.')
    if (Number(size) > BODY_MAX) throw new NotRtsp(413, 'The body is too large.')
    const length = end + 4 + Number(size)
    return held.length < length ? undefined : { input: { kind: 'request', request }, length }
  }

  return {
    read(chunk) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const inputs: RtspInput[] = []
      while (held.length > 0) {
        const found = first()
        if (!found) break
        held = held.subarray(found.length)
        if (found.input) inputs.push(found.input)
      }
      return inputs
    },
  }
}

function requestIn(head: string): RtspRequest {
  const [line = '', ...lines] = head.split('\r\n')
  const [, method = '', uri = '', version = ''] =
    /^([A-Z_]{1,32}) (\S{1,4096}) RTSP\/(\d\.\d)$/.exec(line) ?? []
  if (method === '') throw new NotRtsp(400, 'This is not an RTSP request.')
  if (version !== '1.0') throw new NotRtsp(505, 'The version is not 1.0.')
  const headers = new Map<string, string>()
  for (const text of lines) {
    const colon = text.indexOf(':')
    if (colon < 1) throw new NotRtsp(400, 'A header is not understood.')
    headers.set(text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim())
  }
  return { method, uri, headers }
}

/** RFC 2326 §7.1.1. */
export const STATUS = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  413: 'Request Entity Too Large',
  429: 'Too Many Requests',
  453: 'Not Enough Bandwidth',
  454: 'Session Not Found',
  455: 'Method Not Valid in This State',
  461: 'Unsupported Transport',
  500: 'Internal Server Error',
  505: 'RTSP Version Not Supported',
  551: 'Option not supported',
} as const

export interface RtspAnswer {
  status: keyof typeof STATUS
  headers?: Readonly<Record<string, string>>
  body?: string
}

/** @param sequence the `CSeq` of the request */
export function writeAnswer(
  { status, headers = {}, body = '' }: RtspAnswer,
  sequence: string | undefined,
): string {
  const all = {
    ...(sequence === undefined ? {} : { CSeq: sequence }),
    ...headers,
    ...(body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `RTSP/1.0 ${status} ${STATUS[status]}\r\n${lines.join('')}\r\n${body}`
}

/** How a client wants its packets (§12.39). */
export type Transport =
  | { kind: 'interleaved'; channels: readonly [number, number] }
  | { kind: 'udp'; ports: readonly [number, number] }

/** The first of the client's choices that the device has. */
export function transportIn(header: string): Transport | undefined {
  for (const choice of header.split(',')) {
    const [profile = '', ...rest] = choice.trim().split(';')
    const fields = new Map(
      rest.map((field) => {
        const [name = '', value = ''] = field.trim().split('=')
        return [name.toLowerCase(), value]
      }),
    )
    if (fields.has('multicast')) continue
    if (/^RTP\/AVP\/TCP$/i.test(profile)) {
      const channels = pairIn(fields.get('interleaved') ?? '0-1', 0, 255)
      if (channels) return { kind: 'interleaved', channels }
    }
    if (/^RTP\/AVP(\/UDP)?$/i.test(profile)) {
      const ports = pairIn(fields.get('client_port') ?? '', 1024, 65_535)
      if (ports) return { kind: 'udp', ports }
    }
  }
  return undefined
}

/** `4588-4589`, or its first number alone. */
function pairIn(text: string, least: number, most: number): readonly [number, number] | undefined {
  const [, one, other] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? []
  const first = Number(one)
  const second = other === undefined ? first + 1 : Number(other)
  return first >= least && second > first && second <= most ? [first, second] : undefined
}
