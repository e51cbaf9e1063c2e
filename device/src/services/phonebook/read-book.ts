import type { IncomingFile } from '@lintel/contract/call'
import { Refusal } from '@lintel/contract/fault'
import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'

/** The most bytes of one entry: its image of 20 MB in Base64, and the rest. */
const ENTRY_MAX = 30_000_000

/** The most words and signs of one entry, such as brackets and ids: each takes memory. */
const ENTRY_TOKENS_MAX = 100_000

/** Buffers strings instead of joining characters, which an image would be two million times. */
const STRING_BUFFER = 65_536

/**
 * Reads a file of the form `{"phonebookEntries": [entry, …]}` as it arrives, one entry at a time.
 * @param each is called with each entry
 * @throws Refusal `malformed` with the name of the file and the place where it is broken, `invalid`
 * if it has another form
 */
export async function readBook(file: IncomingFile, each: (entry: unknown) => void): Promise<void> {
  const tokenizer = new Tokenizer({ stringBufferSize: STRING_BUFFER })
  // With the list itself among the paths, the parser would keep all that is in it.
  const parser = new TokenParser({ paths: ['$.phonebookEntries.*'], keepStack: false })
  const list = findList()
  const place = trackPlace()
  let failure: Error | undefined
  let unfinished = 0
  let tokens = 0
  /** The first error counts: those after it only follow from it. */
  const fail = (error: Error): void => {
    failure ??= error
  }
  parser.onValue = ({ value, parent }) => {
    unfinished = 0
    tokens = 0
    if (!failure && Array.isArray(parent)) attempt(() => each(value), fail)
  }
  parser.onError = fail
  tokenizer.onError = fail
  tokenizer.onToken = (token) => {
    if (failure) return
    tokens += 1
    if (tokens > ENTRY_TOKENS_MAX) {
      fail(new Refusal('invalid', 'an entry has too many parts.'))
      return
    }
    place.token(token.offset)
    list.token(token)
    parser.write(token)
  }
  const check = (): void => {
    if (failure) throw refusalOf(failure, file.name, place.at(failure))
  }
  for await (const chunk of file.bytes) {
    place.chunk(chunk)
    unfinished += chunk.length
    tokenizer.write(chunk)
    check()
    if (unfinished > ENTRY_MAX) {
      throw new Refusal('invalid', `${nameOf(file.name)}: an entry is larger than 30 MB.`)
    }
  }
  place.end()
  if (!tokenizer.isEnded) tokenizer.end()
  if (!parser.isEnded) parser.end()
  check()
  if (!list.isFound()) {
    throw new Refusal('invalid', `${nameOf(file.name)}: no list phonebookEntries.`)
  }
}

function attempt(work: () => void, fail: (error: Error) => void): void {
  try {
    work()
  } catch (cause) {
    fail(cause instanceof Error ? cause : new Error(String(cause)))
  }
}

/** The name of a file for messages. */
export const nameOf = (file: string): string => (file === '' ? 'The file' : file)

function refusalOf(failure: Error, file: string, at: string): Refusal {
  if (failure instanceof Refusal) {
    return new Refusal(failure.reason, `${nameOf(file)}: ${failure.message}`)
  }
  return new Refusal('malformed', `${nameOf(file)}, ${at}`)
}

/** Notices the list of entries, which may be empty. */
function findList() {
  let depth = 0
  let name: unknown
  let found = false
  return {
    token({ token, value }: { token: TokenType; value: unknown }): void {
      if (depth === 1 && token === TokenType.STRING) name = value
      if (depth === 1 && token === TokenType.LEFT_BRACKET) found ||= name === 'phonebookEntries'
      if (OPENS.has(token)) depth += 1
      if (CLOSES.has(token)) depth -= 1
    },
    isFound: () => found,
  }
}

const OPENS: ReadonlySet<TokenType> = new Set([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET])
const CLOSES: ReadonlySet<TokenType> = new Set([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET])

/** Counts lines, to name the place of an error. */
function trackPlace() {
  let current: Uint8Array = new Uint8Array()
  let start = 0
  let line = 1
  let lineStart = 0
  let last = 0

  function forward(to: number): void {
    for (let next = current.indexOf(NEW_LINE); next !== -1 && start + next < to;) {
      line += 1
      lineStart = start + next + 1
      next = current.indexOf(NEW_LINE, next + 1)
    }
  }

  return {
    chunk(chunk: Uint8Array): void {
      forward(start + current.length)
      start += current.length
      current = chunk
    },
    token(offset: number): void {
      last = offset
    },
    end(): void {
      last = start + current.length
    },
    /** The line and the byte in it, of an error of either parser. */
    at({ message }: Error): string {
      const named = /absolute position "(\d+)"/.exec(message)?.[1]
      const offset = named === undefined ? last : Number(named)
      forward(offset)
      return `line ${line}, column ${Math.max(offset - lineStart, 0) + 1}`
    },
  }
}

const NEW_LINE = 0x0a
