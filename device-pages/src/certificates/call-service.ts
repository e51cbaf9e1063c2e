import type { AnswerOf, InputOf, SoapCall } from '@lintel/contract/call'
import type { CallOptions } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { createSoapClient } from '@lintel/contract/soap-client'
import { transport } from '../app/device.ts'

const services = createSoapClient(transport)

/**
 * Makes a SOAP call.
 * @throws DeviceFault, also for an answer that is not XML
 */
export async function callService<C extends { kind: SoapCall['kind'] }>(
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
