import type { FastifyInstance } from 'fastify'
import type { DeviceContext } from '../device-context.ts'
import { MARK_ICO, MARK_SVG } from '../mark.ts'
import { pageFails } from './page-fault.ts'

const A_DAY = 'public, max-age=86400'

/** The logo at the two paths where browsers look for it. */
export function routeIcons(app: FastifyInstance, device: DeviceContext): void {
  for (const [path, type, bytes] of [
    ['/favicon.svg', 'image/svg+xml', MARK_SVG],
    ['/favicon.ico', 'image/x-icon', MARK_ICO],
  ] as const) {
    app.get(path, async (_request, reply) => {
      if (await pageFails(device, reply)) return reply
      return reply.type(type).header('cache-control', A_DAY).send(bytes)
    })
  }
}
