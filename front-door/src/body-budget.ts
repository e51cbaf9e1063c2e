import type { IncomingMessage, ServerResponse } from 'node:http'
import { networkOf } from './network-of.ts'
import { requestInfoOf } from './request-info.ts'

/** Bytes of each body that don't count, so that a sign-in always fits. */
const FREE = 16 * 1024
/** Bytes of bodies from people who are not signed in: of one network, and of all together. */
export const BUDGET_PER_NETWORK = 2 * 1024 * 1024
export const BUDGET_OF_ALL = 8 * 1024 * 1024

/**
 * Limits the memory for bodies that have to be read before their sender is known, such as SOAP
 * messages with a token. A body counts until it has been answered.
 */
export interface BodyBudget {
  /** Makes `takeBytes` count this request's body. */
  watch(request: IncomingMessage, response: ServerResponse): void
}

const takers = new WeakMap<IncomingMessage, (bytes: number) => boolean>()

/**
 * Counts bytes of a body that the device holds in memory; false if they exceed the budget. Bodies of
 * people who are signed in have none.
 */
export function takeBytes(request: IncomingMessage, bytes: number): boolean {
  if (requestInfoOf(request).user !== undefined) return true
  return takers.get(request)?.(bytes) ?? true
}

export function openBodyBudget(): BodyBudget {
  const held = new Map<string, number>()
  let all = 0

  return {
    watch(request, response) {
      const { 'content-length': length, 'transfer-encoding': coded } = request.headers
      if (coded === undefined && Number(length ?? 0) <= FREE) return
      const network = networkOf(requestInfoOf(request).address)
      let own = 0
      takers.set(request, (bytes) => {
        const counted = Math.max(0, own + bytes - FREE) - Math.max(0, own - FREE)
        const ofNetwork = (held.get(network) ?? 0) + counted
        if (ofNetwork > BUDGET_PER_NETWORK || all + counted > BUDGET_OF_ALL) return false
        own += bytes
        all += counted
        held.set(network, ofNetwork)
        return true
      })
      response.once('close', () => {
        takers.delete(request)
        const counted = Math.max(0, own - FREE)
        all -= counted
        const left = (held.get(network) ?? 0) - counted
        if (left > 0) held.set(network, left)
        else held.delete(network)
      })
    },
  }
}
