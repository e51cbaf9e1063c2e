import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Access } from '@lintel/contract/access'
import { everyAnswer } from '@lintel/front-door/answer-headers'
import { answerPlainly } from '@lintel/front-door/entrance'
import { decoded } from '@lintel/front-door/path-pattern'
import { requestInfoOf } from '@lintel/front-door/request-info'
import type { Place, ServedFolder } from '@lintel/front-door/serve'
import type { Apps, InstalledApp } from '../../engines/apps/apps.ts'
import { PAGES } from '../../engines/apps/settings.ts'
import type { EndpointAccess } from '../../engines/apps/settings.ts'
import type { Log } from '../../log.ts'
import { passOn } from './pass-on.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.htm': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const accessOf = (access: EndpointAccess): Access => (access === 'anonymous' ? 'anyone' : access)

/**
 * What applications show under `/local/<name>/`: what answers at the endpoints that they declare, and
 * the files in their folder of pages, each for those for whom they declare it.
 */
export function localFolder(apps: Pick<Apps, 'find'>, log: Log): ServedFolder {
  return {
    base: '/local/',
    find(written) {
      const [name = '', ...rest] = written.split('/')
      const app = apps.find(name)
      if (!app) return undefined
      const path = decoded(rest.join('/'))
      if (path === undefined || !isPlain(path)) return undefined
      return endpointAt(app, path, rest.join('/'), log) ?? pageAt(app, path)
    },
  }
}

/** Clients resolve segments of dots, so nothing can be there. */
const isPlain = (path: string): boolean =>
  !/[\\\p{Cc}]/u.test(path) && !path.split('/').some((part) => part === '.' || part === '..')

function endpointAt(
  { settings, folder, running }: InstalledApp,
  path: string,
  written: string,
  log: Log,
): Place | undefined {
  const [endpoint] = settings.endpoints
    .filter(({ path: own }) => path === own || path.startsWith(`${own}/`))
    .toSorted((one, other) => other.path.length - one.path.length)
  if (!endpoint) return undefined
  const access = accessOf(endpoint.access)
  if (!running) {
    return {
      access,
      answer: (_request, response) =>
        answerPlainly(response, 503, 'The application is not running.'),
    }
  }
  const below = written.split('/').slice(endpoint.path.split('/').length)
  const rest = below.length === 0 ? '' : `/${below.join('/')}`
  return { access, answer: passOn(endpoint, { app: settings.name, folder, rest, log }) }
}

function pageAt({ settings, folder }: InstalledApp, path: string): Place {
  const { pagesAccess, settingPage } = settings
  return {
    access: accessOf(pagesAccess),
    async answer(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        answerPlainly(response, 405, 'The method must be GET or HEAD.', { allow: 'GET, HEAD' })
        return
      }
      const file = await fileAt(join(folder, PAGES), path === '' ? withoutQuery(settingPage) : path)
      if (file) await sendPage(file, response)
      else answerPlainly(response, 404, 'There is no such page.')
    },
  }
}

const withoutQuery = (page: string): string => page.replace(/[?#].*$/s, '')

interface Page {
  path: string
  size: number
}

/** The file of a path, unless a link leads it out of the folder. */
async function fileAt(folder: string, path: string): Promise<Page | undefined> {
  if (path === '') return undefined
  try {
    const [root, found] = await Promise.all([realpath(folder), realpath(join(folder, path))])
    const { size, ...kind } = await stat(found)
    return found.startsWith(root + sep) && (kind.mode & FILE_TYPE) === REGULAR
      ? { path: found, size }
      : undefined
  } catch {
    return undefined
  }
}

/** What a mode says of the type (POSIX `S_IFMT`, `S_IFREG`). */
const FILE_TYPE = 0o17_0000
const REGULAR = 0o10_0000

async function sendPage({ path, size }: Page, response: ServerResponse): Promise<void> {
  response.writeHead(200, {
    ...everyAnswer(requestInfoOf(response.req)),
    'content-type': TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
    'content-length': size,
    'content-security-policy': "frame-ancestors 'self'",
    'cache-control': 'no-store',
  })
  if (response.req.method === 'HEAD') response.end()
  // An application may change its file meanwhile; the answer keeps its length.
  else if (size === 0) response.end()
  else await pipeline(createReadStream(path, { end: size - 1 }), response).catch(() => undefined)
}
