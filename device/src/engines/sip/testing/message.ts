/** Reads and writes SIP messages for peers in tests, on its own: nothing here is the engine's. */

export interface Message {
  line: string
  headers: [string, string][]
  body: string
}

const LONG: Readonly<Record<string, string>> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  l: 'content-length',
  c: 'content-type',
}

export function parse(text: string): Message {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = lines.map((header): [string, string] => {
    const at = header.indexOf(':')
    return [header.slice(0, at).trim(), header.slice(at + 1).trim()]
  })
  return { line, headers, body: rest.join('\r\n\r\n') }
}

export function compose({ line, headers, body }: Message): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  return [line, ...lines, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n')
}

export function all(message: Message, name: string): string[] {
  const wanted = name.toLowerCase()
  return message.headers
    .filter(([own]) => (LONG[own.toLowerCase()] ?? own.toLowerCase()) === wanted)
    .map(([, value]) => value)
}

export const get = (message: Message, name: string): string => all(message, name)[0] ?? ''

export const isRequest = ({ line }: Message): boolean => !line.startsWith('SIP/2.0 ')
export const status = ({ line }: Message): number => Number(line.slice(8, 11))
export const method = (message: Message): string =>
  isRequest(message)
    ? (message.line.split(' ')[0] ?? '')
    : (get(message, 'CSeq').split(' ')[1] ?? '')
export const branch = (message: Message): string =>
  /branch=([^;,\s]+)/.exec(get(message, 'Via'))?.[1] ?? ''
export const tag = (value: string): string | undefined => /;tag=([^;>\s]+)/.exec(value)?.[1]
export const uri = (value: string): string => /<([^>]+)>/.exec(value)?.[1] ?? value

/** A response with what RFC 3261 §8.2.6.2 wants copied. */
export function reply(
  request: Message,
  line: string,
  {
    toTag,
    headers = [],
    body = '',
  }: { toTag?: string; headers?: [string, string][]; body?: string } = {},
): Message {
  const to = get(request, 'To')
  return {
    line: `SIP/2.0 ${line}`,
    headers: [
      ...all(request, 'Via').map((via): [string, string] => ['Via', via]),
      ['From', get(request, 'From')],
      ['To', toTag === undefined || tag(to) !== undefined ? to : `${to};tag=${toTag}`],
      ['Call-ID', get(request, 'Call-ID')],
      ['CSeq', get(request, 'CSeq')],
      ...headers,
    ],
    body,
  }
}
