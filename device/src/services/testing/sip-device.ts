import { productCalled } from '@lintel/contract/products/products'
import { expect, onTestFinished } from 'vitest'
import { createFakeAgent, servicesWith } from '../../engines/telephone/testing/fake-agent.ts'
import { sipService } from '../sip/sip.ts'
import type { Service } from '../service.ts'
import { openTestDevice } from './test-device.ts'

/**
 * A device whose calls the test leads, and the call service.
 * @param others further services
 */
export async function openSipDevice(number = 'A8307-E', others: readonly Service[] = []) {
  const agent = createFakeAgent()
  const device = await openTestDevice(
    [servicesWith([sipService, ...others], agent)],
    undefined,
    productCalled(number),
  )
  onTestFinished(() => device.close())
  device.makeAccounts()
  const post = (operation: string, input: object = {}, as = 'root') =>
    device.fetch('/vapix/call', {
      as,
      method: 'POST',
      body: JSON.stringify({ [`axcall:${operation}`]: input }),
    })
  /** The answer to an operation that succeeds. */
  async function ask(operation: string, input: object = {}, as = 'root') {
    const answer = await post(operation, input, as)
    const body: unknown = await answer.json()
    expect([answer.status, body], operation).toEqual([200, body])
    return body as Record<string, never>
  }
  /** The message of a Fault. */
  async function fault(operation: string, input: object) {
    const answer = await post(operation, input)
    expect(answer.status).toBe(400)
    return ((await answer.json()) as { FaultMsg: string }).FaultMsg
  }
  return { device, agent, post, ask, fault }
}
