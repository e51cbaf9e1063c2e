import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}
/**
 * Content coding (RFC 9110 §8.4.1) and file name extension of the precompressed files, best first.
 */
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

interface StaticFile {
  path: string
  size: number
  coding: string | undefined
}

/**
 * Serves the bench's built page, precompressed if the browser accepts it. Resolves to false if
 * there is no such file.
 */
export function createPage(folder: string) {
  return async (path: string, request: IncomingMessage, response: ServerResponse) => {
    const name = path === '/' ? '/index.html' : path
    const type = TYPES[extname(name)]
    // Refuses paths that leave the folder.
    if (type === undefined || !/^(\/[\w-][\w.-]*)+$/.test(name)) return false
    const file = await find(join(folder, name), request)
    if (!file) return false
    response.writeHead(200, {
      'content-type': type,
      'content-length': file.size,
      vary: 'accept-encoding',
      // Built assets have their digest in the name.
      'cache-control': path.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-store',
      ...(file.coding === undefined ? {} : { 'content-encoding': file.coding }),
    })
    if (request.method === 'HEAD') response.end()
    else pipeline(createReadStream(file.path), response, () => {})
    return true
  }
}

/** The smallest form of a file that the browser accepts. */
async function find(file: string, request: IncomingMessage): Promise<StaticFile | undefined> {
  const accepted = request.headers['accept-encoding'] ?? ''
  for (const [coding, ending] of CODINGS) {
    if (!new RegExp(`\\b${coding}\\b(?!;\\s*q=0(\\.0*)?\\b)`).test(accepted)) continue
    const size = await sizeOf(file + ending)
    if (size !== undefined) return { path: file + ending, size, coding }
  }
  const size = await sizeOf(file)
  return size === undefined ? undefined : { path: file, size, coding: undefined }
}

/** The size of a file in bytes; undefined if there is none. */
async function sizeOf(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}
