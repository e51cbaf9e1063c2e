/**
 * How an answer is written as text, and how a failure looks in it.
 *
 * Many of these calls answer 200 to everything; only the text says that they failed (console
 * specification A §7 "a response containing 'Error'").
 */
export interface TextFormat<A> {
  contentType: string
  encode(answer: A): string
  /** The same in UTF-8, if the device has it ready. */
  encoded?(answer: A): Uint8Array | undefined
  decode(text: string): A
  /** The media type of refusals, if it differs. */
  refusalType?: string
  /**
   * The text of a refused call, with the refusal's own codes if the format has a place for them.
   * Without it, a refusal is a Fault in JSON (`faultJson`).
   */
  refuse?: (message: string, codes?: readonly string[]) => string
  /** The device's message when the text is a failure, else undefined. */
  faultIn(text: string): string | undefined
  /** Whether a malformed request is also answered with an error status. */
  byStatus?: true
}

const PLAIN = 'text/plain; charset=utf-8'

/** `Error: message`, as the account calls and most others write it; HTML around it is stripped. */
export const errorLine = {
  contentType: PLAIN,
  refuse: (message: string) => `Error: ${message}`,
  faultIn: (text: string) => /Error: ([^\r\n<]*)/.exec(text)?.[1]?.trim(),
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const

const escaped = (text: string) =>
  text.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign as keyof typeof ENTITIES])

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** A sentence for people, success or `Error: message`, in a short HTML page under a title. */
export function sentencePage(title: string): TextFormat<string> {
  const page = (text: string) =>
    `<html><head><title>${title}</title></head><body>${escaped(text)}</body></html>`
  return {
    contentType: 'text/html; charset=utf-8',
    encode: (text) => `${page(text)}\n`,
    decode: (text) => unescaped((/<body>([^<]*)/i.exec(text)?.[1] ?? text).trim()),
    refuse: (message) => page(errorLine.refuse(message)),
    faultIn: (text) => {
      const message = errorLine.faultIn(text)
      return message === undefined ? undefined : unescaped(message)
    },
  }
}

/** `# Error: message`, a comment line of the parameter calls. */
export const commentedError = {
  contentType: PLAIN,
  refuse: (message: string) => `# Error: ${message}`,
  faultIn: (text: string) => /# Error: ([^\r\n]*)/.exec(text)?.[1]?.trim(),
}

/** `Request failed: message`, as the date call writes it. */
export const requestFailed = {
  contentType: PLAIN,
  refuse: (message: string) => `Request failed: ${message}`,
  faultIn: (text: string) => /Request failed: ([^\r\n]*)/.exec(text)?.[1]?.trim(),
}

/** `# Request failed: message`, when a parameter group can't be added or removed. */
export const commentedFailure = {
  contentType: PLAIN,
  refuse: (message: string) => `# ${requestFailed.refuse(message)}`,
  faultIn: (text: string) => requestFailed.faultIn(text) ?? commentedError.faultIn(text),
}

/** The answer is the text itself. */
export const asText = {
  encode: (text: string) => text,
  decode: (text: string) => text,
}

/** `OK` and nothing else. */
export const okText = {
  encode: () => 'OK\n',
  decode: () => null,
}

/**
 * `name=value` lines. A value may contain `=`: the first one separates. Comment lines (`#`) are
 * skipped. Pairs keep the order of the text.
 */
export function decodeLines(text: string): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const at = line.indexOf('=')
    if (at > 0 && !line.startsWith('#')) pairs.set(line.slice(0, at).trim(), line.slice(at + 1))
  }
  return pairs
}
