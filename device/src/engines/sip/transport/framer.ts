/** Cuts a stream into messages by Content-Length (RFC 3261 §18.3). */
export interface Framer {
  /** @throws FramingError after which nothing on the connection can be understood */
  push(bytes: Buffer): void
}

export class FramingError extends Error {}

/** Bytes of the longest message. Own design: a request with SDP has about 1,500. */
export const LONGEST = 65_535
const HEAD_END = Buffer.from('\r\n\r\n')
const CR = 13
const LF = 10

/**
 * @param keepAlives called for what stands between messages: a ping wants a pong, which is the
 *   answer to our own (RFC 5626 §3.5.1)
 */
export function openFramer(
  onMessage: (text: string) => void,
  keepAlives: { onPing: () => void; onPong: () => void },
): Framer {
  let waiting: Buffer = Buffer.alloc(0)

  /** Empty lines between messages; two are a ping, one is a pong. */
  function skipEmptyLines(): void {
    let at = 0
    while (waiting[at] === CR && waiting[at + 1] === LF) at += 2
    if (at >= HEAD_END.length) keepAlives.onPing()
    else if (at > 0) keepAlives.onPong()
    waiting = waiting.subarray(at)
  }

  /** The length of the first message; undefined until its head is there. */
  function lengthOfFirst(): number | undefined {
    const end = waiting.indexOf(HEAD_END)
    if (end < 0) return undefined
    const head = waiting.toString('latin1', 0, end)
    const length = /^(?:content-length|l)[ \t]*:[ \t]*(\d{1,6})[ \t]*$/im.exec(head)?.[1]
    if (length === undefined) throw new FramingError('A message on a stream has no length.')
    return end + HEAD_END.length + Number(length)
  }

  return {
    push(bytes) {
      waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes])
      for (;;) {
        skipEmptyLines()
        const length = lengthOfFirst()
        if ((length ?? waiting.length) > LONGEST) throw new FramingError('A message is too long.')
        if (length === undefined || waiting.length < length) return
        const text = waiting.toString('utf8', 0, length)
        waiting = waiting.subarray(length)
        onMessage(text)
      }
    },
  }
}
