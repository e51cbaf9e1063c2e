import { listDefinitions } from '@lintel/contract/calls/parameter-definitions'
import { updateParameters } from '@lintel/contract/calls/parameters'
import type { CallOptions } from '@lintel/contract/client'
import { compareAndWrite } from '@lintel/contract/compare-and-write'
import { DeviceFault } from '@lintel/contract/fault'
import type { ParameterDefinition } from '@lintel/contract/parameter-definitions'
import { device } from '../app/device.ts'
import { isSecret } from './groups.ts'

/** Every parameter that the account may read, with its value and type. */
export const readParameters = async (
  signal: AbortSignal,
): Promise<readonly ParameterDefinition[]> =>
  (await device.call(listDefinitions, {}, { signal })).parameters

async function readOne(name: string, options: CallOptions = {}): Promise<ParameterDefinition> {
  const { parameters } = await device.call(listDefinitions, { group: name }, options)
  const definition = parameters.find((parameter) => parameter.name === name)
  if (!definition) throw new DeviceFault('missing', listDefinitions.id, '')
  return definition
}

/**
 * Writes one parameter, unless its value has changed since the page read it, and reads back the
 * result. Secrets can't be compared.
 * @param unanswered values of earlier writes without a response: they may have been stored, and
 * don't count as another administrator's change
 * @throws ChangedMeanwhile, or DeviceFault with the device's message
 */
export async function writeParameter(
  shown: ParameterDefinition,
  value: string,
  unanswered: readonly string[],
): Promise<ParameterDefinition> {
  const known = [shown.value, value, ...unanswered]
  await compareAndWrite({
    read: (options) => readOne(shown.name, options),
    expected: (now) => isSecret(shown) || known.includes(now.value),
    write: (_now, options) => device.call(updateParameters, { [shown.name]: value }, options),
  })
  return readOne(shown.name)
}
