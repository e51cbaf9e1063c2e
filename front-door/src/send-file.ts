import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { DownloadCall } from '@lintel/contract/call'
import type { AnswerHeaders } from './answer-headers.ts'
import type { Reply } from './serve.ts'

/** Browsers may keep a file that has a version, but ask for it each time (RFC 9111 §5.2.2). */
const REVALIDATED = 'private, no-cache'

/**
 * Answers a download.
 * @param declared the media type of bytes alone
 */
export async function sendFile(
  reply: Reply<DownloadCall>,
  declared: string,
  headers: Readonly<AnswerHeaders>,
  response: ServerResponse,
): Promise<void> {
  const file = reply instanceof Uint8Array ? { bytes: reply, contentType: declared } : reply
  const { contentType, fileName, etag } = { fileName: undefined, etag: undefined, ...file }
  const head: AnswerHeaders = { ...headers }
  if (etag !== undefined) head['etag'] = `"${etag}"`
  const { etag: tag } = head
  if (typeof tag === 'string') {
    head['cache-control'] = REVALIDATED
    if (isKnown(response, tag)) {
      response.writeHead(304, head).end()
      return
    }
  }
  head['content-type'] = contentType
  if (fileName !== undefined) head['content-disposition'] = attachment(fileName)
  if ('chunks' in file) {
    await sendChunks(file.chunks, head, response)
    return
  }
  const bytes = typeof file.bytes === 'function' ? await file.bytes() : file.bytes
  head['content-length'] = String(bytes.length)
  response.writeHead(200, head).end(bytes)
}

/**
 * Under what name browsers save a file (RFC 6266): in ASCII, and as it is if that differs, which all
 * browsers prefer.
 */
export function attachment(fileName: string): string {
  const name = Buffer.from(fileName.replaceAll(/[/\\\p{Cc}]/gu, '_')).toString()
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]|"/g, '_')
  const plain = `attachment; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${extended(name)}`
}

/** A value of RFC 8187. */
const extended = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Whether the client already has this version, compared weakly (RFC 9110 §13.1.2, §8.8.3.2). */
function isKnown({ req }: ServerResponse, tag: string): boolean {
  const known = req.headers['if-none-match']
  if (known === undefined || (req.method !== 'GET' && req.method !== 'HEAD')) return false
  const tags = Array.from(known.matchAll(/"[^"]*"/g), ([one]) => one)
  return known.trim() === '*' || tags.includes(tag)
}

/** Sends chunks as fast as the client takes them. */
async function sendChunks(
  chunks: AsyncIterable<Uint8Array>,
  head: AnswerHeaders,
  response: ServerResponse,
): Promise<void> {
  if (response.req.method === 'HEAD') {
    await chunks[Symbol.asyncIterator]().return?.()
    // Its iterator does nothing before the first chunk: the file would stay open.
    if (chunks instanceof Readable) chunks.destroy()
    response.writeHead(200, head).end()
    return
  }
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return
      if (!response.headersSent) response.writeHead(200, head)
      const isThere = response.write(chunk) || (await drained(response))
      if (!isThere) return
    }
    if (!response.headersSent) response.writeHead(200, head)
    response.end()
  } catch (error) {
    if (response.headersSent) breakOff(response)
    throw error
  }
}

/** Whether the client is still there, once it has taken what was written. */
function drained(response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const onDrain = (): void => {
      response.off('close', onClose)
      resolve(true)
    }
    const onClose = (): void => {
      response.off('drain', onDrain)
      resolve(false)
    }
    response.once('drain', onDrain)
    response.once('close', onClose)
  })
}

/**
 * Cuts a response off so that its client notices, also one of HTTP/1.0, for which a connection that
 * closes is the end of the file.
 */
export function breakOff(response: ServerResponse): void {
  const { socket } = response
  if (!socket || socket instanceof TLSSocket) response.destroy()
  else socket.resetAndDestroy()
}
