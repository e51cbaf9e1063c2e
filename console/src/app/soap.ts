import type { AnswerOf, InputOf, SoapCall } from '@lintel/contract/call'
import type { CallOptions } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { createSoapClient } from '@lintel/contract/soap-client'
import { client, withSession } from './device.ts'

const services = createSoapClient({
  send: (id, target, use) => withSession(() => client.send(id, target, use), use.signal),
})

/**
 * Makes a SOAP call, like `device` does for others.
 * @throws DeviceFault also for an answer that is not valid XML
 */
export async function callSoap<C extends { kind: SoapCall['kind'] }>(
  call: C,
  input: InputOf<C>,
  options?: CallOptions,
): Promise<AnswerOf<C>> {
  const answer = await services.call(call, input, options)
  if (typeof answer === 'string') {
    throw new DeviceFault('malformed', (call as unknown as SoapCall).id, '')
  }
  return answer
}
