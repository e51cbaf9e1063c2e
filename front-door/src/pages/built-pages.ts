import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { mayCall } from '@lintel/contract/access'
import type { Role } from '@lintel/contract/access'
import { SETUP_PATH, SITE } from '@lintel/contract/site'
import type { DeviceContext } from '../device-context.ts'
import type { Caller, Identifier } from '../identify.ts'
import { escapeHtml } from '../escape-html.ts'
import { PLAIN_PAGE_TYPE, plainPage } from '../plain-page.ts'
import { CONSOLE_PATH } from '../sign-in/next.ts'
import { secureOrigin } from '../redirection.ts'
import { requestInfoOf } from '../request-info.ts'
import { goTo } from './go-to.ts'
import { pageFails } from './page-fault.ts'
import { FOREVER, HTML_TYPE, PAGE_HEADERS, RECORDING_HEADERS } from './page-headers.ts'

/** A path at which a page of a built folder opens. A file that is not a page counts as one. */
export interface BuiltPage {
  path: string
  /** Its file name in the folder. */
  file: string
  /** Who may open it; everybody who is signed in by default. */
  role?: Role
  /** What is served there during set-up; the wizard's page by default. */
  setup?: string
  /** Whether it records with the microphone of the person's computer. */
  records?: true
}

/** A folder of built files, and the pages in it. */
export interface BuiltPages {
  folder: string
  /** The path of the folder itself, with a trailing slash; its assets are below `assets/`. */
  base: string
  pages: readonly BuiltPage[]
}

/**
 * The built pages of the device: the console, which is the wizard during set-up, and the pages
 * outside it.
 */
export async function routePages(
  app: FastifyInstance,
  device: DeviceContext,
  identifier: Identifier,
  {
    consoleFolder,
    devicePages,
    httpsPort,
  }: { consoleFolder: string; devicePages?: BuiltPages; httpsPort: () => number | undefined },
): Promise<void> {
  await app.register(fastifyStatic, {
    root: consoleFolder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'deny',
    index: false,
    suppressWarning: true,
  })
  app.get('/', (_request, reply) => goTo(reply, device, CONSOLE_PATH))
  routeFolder(app, device, identifier, {
    folder: consoleFolder,
    base: CONSOLE_PATH,
    pages: [
      { path: CONSOLE_PATH, file: 'index.html', setup: 'wizard.html', records: true },
      { path: SETUP_PATH, file: 'wizard.html', role: 'admin' },
    ],
    httpsPort,
  })
  if (devicePages) routeFolder(app, device, identifier, { ...devicePages, httpsPort })
}

/**
 * Serves the pages of a folder to whoever is signed in; everybody else is sent to the sign-in page
 * and back. A visitor with a ticket gets the console's own page, because only that can redeem it:
 * servers don't see fragments. The assets are public and never change.
 */
function routeFolder(
  app: FastifyInstance,
  device: DeviceContext,
  identifier: Identifier,
  { folder, base, pages, httpsPort }: BuiltPages & { httpsPort: () => number | undefined },
): void {
  for (const { path, file, role = 'viewer', setup, records } of pages) {
    app.get(path, async (request, reply) => {
      if (await pageFails(device, reply)) return reply
      if (device.phase() === 'setup') {
        return setup === undefined
          ? goTo(reply, device, CONSOLE_PATH)
          : sendPage(
              reply,
              setup,
              folder,
              PAGE_HEADERS,
              setupSite(device, request.raw, httpsPort()),
            )
      }
      const expected = setup !== undefined && device.expectsTicket()
      const identity = await identifier.identify(request.raw)
      if (identity.kind === 'known') requestInfoOf(request.raw).user = identity.caller.user
      if (expected || (identity.kind === 'known' && mayOpen(role, identity.caller))) {
        const headers = records ? RECORDING_HEADERS : PAGE_HEADERS
        return sendPage(reply, file, folder, headers, device.gateway)
      }
      if (identity.kind === 'known') {
        return reply
          .code(403)
          .headers(PAGE_HEADERS)
          .type(PLAIN_PAGE_TYPE)
          .send(plainPage(403, 'Your account may not open this page.'))
      }
      const { target } = requestInfoOf(request.raw)
      const next = target === CONSOLE_PATH ? '' : `?next=${encodeURIComponent(target)}`
      return goTo(reply, device, `/sign-in${next}`)
    })
    if (path.endsWith('/'))
      app.get(path.slice(0, -1), (_request, reply) => goTo(reply, device, path))
  }

  app.get<{ Params: { '*': string } }>(`${base}assets/*`, async (request, reply) => {
    if (await pageFails(device, reply)) return reply
    return reply.header('cache-control', FOREVER).sendFile(`assets/${request.params['*']}`, folder)
  })
}

const mayOpen = (role: Role, { groups }: Caller): boolean => mayCall(role, groups, 'ready')

type Site = Partial<Record<keyof typeof SITE, string>>

/** What a page of the set-up learns: where the gateway is, or where the device is over https. */
function setupSite(
  { gateway }: Pick<DeviceContext, 'gateway'>,
  request: IncomingMessage,
  httpsPort: number | undefined,
): Site | undefined {
  if (gateway || httpsPort === undefined || requestInfoOf(request).secure) return gateway
  return { https: secureOrigin(request, httpsPort) + CONSOLE_PATH }
}

/** Sends a page, which learns where the device is (`contract/src/site.ts`) if `site` says so. */
async function sendPage(
  reply: FastifyReply,
  file: string,
  folder: string,
  headers: Readonly<Record<string, string>>,
  site: Site | undefined,
): Promise<FastifyReply> {
  reply.headers(headers)
  if (!site || !file.endsWith('.html')) {
    return reply.sendFile(file, folder, { etag: false, lastModified: false })
  }
  const html = await readFile(join(folder, file), 'utf8')
  const attributes = Object.entries(site).map(
    ([name, value]) => ` data-${SITE[name as keyof typeof SITE]}="${escapeHtml(value)}"`,
  )
  return reply.type(HTML_TYPE).send(html.replace(/<html\b/, `<html${attributes.join('')}`))
}
