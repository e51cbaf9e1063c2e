import type { FastifyReply } from 'fastify'
import type { House } from '../house.ts'
import { PLAIN_PAGE_TYPE, plainPage } from '../plain-page.ts'
import { suffer } from '../suffer.ts'

/** Lets the fault switches for pages have their way; true when there is nothing left to answer. */
export async function pageFails(house: House, reply: FastifyReply): Promise<boolean> {
  const instead = await suffer(house.faults.take('page'), reply.raw)
  if (instead === undefined) return false
  if (instead === 'gone') reply.hijack()
  else await reply.code(instead).type(PLAIN_PAGE_TYPE).send(plainPage(instead, ''))
  return true
}
