import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { House } from '../house.ts'
import type { Identifier } from '../identify.ts'
import { CONSOLE_PATH } from '../sign-in/next.ts'
import { goTo } from './go-to.ts'
import { visitOf } from '../visit.ts'
import { pageFails } from './page-fault.ts'
import { FOREVER, PAGE_HEADERS } from './page-headers.ts'

const ASSETS = `${CONSOLE_PATH}assets/`

/**
 * The built console: the wizard while the device is being set up, the app for whoever is signed in,
 * the sign-in page for everybody else. What both are made of is public and never changes.
 */
export async function routeConsole(
  app: FastifyInstance,
  house: House,
  identifier: Identifier,
  folder: string,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'deny',
    index: false,
    suppressWarning: true,
  })

  app.get('/', (_request, reply) => goTo(reply, CONSOLE_PATH))
  app.get(CONSOLE_PATH.slice(0, -1), (_request, reply) => goTo(reply, CONSOLE_PATH))

  app.get(CONSOLE_PATH, async (request, reply) => {
    if (await pageFails(house, reply)) return reply
    if (house.phase() === 'setup') return sendPage(reply, 'wizard.html')
    const identity = identifier.identify(request.raw)
    if (identity.kind === 'known') return sendPage(reply, 'index.html')
    const { target } = visitOf(request.raw)
    const next = target === CONSOLE_PATH ? '' : `?next=${encodeURIComponent(target)}`
    return goTo(reply, `/sign-in${next}`)
  })

  app.get<{ Params: { '*': string } }>(`${ASSETS}*`, async (request, reply) => {
    if (await pageFails(house, reply)) return reply
    return reply.header('cache-control', FOREVER).sendFile(`assets/${request.params['*']}`)
  })
}

function sendPage(reply: FastifyReply, file: string): FastifyReply {
  return reply.headers(PAGE_HEADERS).sendFile(file, { etag: false, lastModified: false })
}
