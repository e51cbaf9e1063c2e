import { listDefinitions } from '@lintel/contract/calls/parameter-definitions'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { DeviceFault } from '@lintel/contract/fault'
import type { ParameterDefinition } from '@lintel/contract/parameter-definitions'
import { device } from '../app/device.ts'
import { isSecret } from './groups.ts'

/** Every parameter that the account may read, with its value and type. */
export const readParameters = async (
  signal: AbortSignal,
): Promise<readonly ParameterDefinition[]> =>
  (await device.call(listDefinitions, {}, { signal })).parameters

async function readOne(name: string): Promise<ParameterDefinition> {
  const { parameters } = await device.call(listDefinitions, { group: name })
  const found = parameters.find((parameter) => parameter.name === name)
  if (!found) throw new DeviceFault('missing', listDefinitions.id, '')
  return found
}

/** Somebody else changed the parameter after the page had read it; the page has what it is now. */
export class ChangedMeanwhile extends Error {
  readonly now: ParameterDefinition
  constructor(now: ParameterDefinition) {
    super()
    this.now = now
  }
}

/**
 * Writes one parameter, unless it has another value by now than the page shows, and reads back what
 * the device made of it. What a secret is nobody can compare.
 * @param unanswered values of earlier writes that got no answer: they may have arrived, and are
 * nobody else's
 * @throws ChangedMeanwhile, or DeviceFault with the device's words
 */
export async function writeParameter(
  shown: ParameterDefinition,
  value: string,
  unanswered: readonly string[],
): Promise<ParameterDefinition> {
  const now = await readOne(shown.name)
  const known = [shown.value, value, ...unanswered]
  if (!isSecret(shown) && !known.includes(now.value)) throw new ChangedMeanwhile(now)
  await device.call(updateParameters, { [shown.name]: value })
  return readOne(shown.name)
}
