import type { FastifyReply } from 'fastify'

/** Redirects the browser with a GET that it must not cache. */
export function goTo(reply: FastifyReply, path: string): FastifyReply {
  return reply.code(303).headers({ location: path, 'cache-control': 'no-store' }).send()
}
