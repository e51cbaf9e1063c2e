import type { Readable, Writable } from 'node:stream'

/** What a terminal needs for an answer that is not shown. */
export interface Terminal {
  input: Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => unknown }
  output: Writable
}

/**
 * Asks for a password at the terminal, without showing it.
 * @returns undefined if there is no terminal, or if the person gave up with Ctrl+C or Ctrl+D
 */
export async function askPassword(
  { input, output }: Terminal,
  question: string,
): Promise<string | undefined> {
  if (input.isTTY !== true || !input.setRawMode) return undefined
  output.write(question)
  input.setRawMode(true)
  input.setEncoding('utf8')
  let answer = ''
  try {
    for await (const chunk of input.iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
      for (const sign of chunk) {
        if (sign === '\r' || sign === '\n') return answer
        if (sign === '\u{3}' || sign === '\u{4}') return undefined
        if (sign === '\u{7F}' || sign === '\b') answer = Array.from(answer).slice(0, -1).join('')
        else if (sign >= ' ') answer += sign
      }
    }
    return undefined
  } finally {
    input.setRawMode(false)
    input.pause()
    output.write('\n')
  }
}
