import type { FastifyReply } from 'fastify'
import type { DeviceContext } from '../device-context.ts'

/** Redirects the browser to a path of the device with a GET that it must not cache. */
export function goTo(
  reply: FastifyReply,
  { gateway }: Pick<DeviceContext, 'gateway'>,
  path: string,
): FastifyReply {
  return reply
    .code(303)
    .headers({ location: (gateway?.base ?? '') + path, 'cache-control': 'no-store' })
    .send()
}
