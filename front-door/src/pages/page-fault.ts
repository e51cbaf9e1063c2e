import type { FastifyReply } from 'fastify'
import type { DeviceContext } from '../device-context.ts'
import { PLAIN_PAGE_TYPE, plainPage } from '../plain-page.ts'
import { applyFault } from '../apply-fault.ts'

/** Applies the fault switches for pages; true when there is nothing left to answer. */
export async function pageFails(device: DeviceContext, reply: FastifyReply): Promise<boolean> {
  const instead = await applyFault(device.faults.take('page'), reply.raw)
  if (instead === undefined) return false
  if (instead === 'gone') reply.hijack()
  else await reply.code(instead).type(PLAIN_PAGE_TYPE).send(plainPage(instead, ''))
  return true
}
