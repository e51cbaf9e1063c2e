import type { FastifyReply } from 'fastify'

/** Sends the browser on with a GET; the way there is not to be remembered. */
export function goTo(reply: FastifyReply, path: string): FastifyReply {
  return reply.code(303).headers({ location: path, 'cache-control': 'no-store' }).send()
}
