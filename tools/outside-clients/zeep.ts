import type { SoapCall } from '@lintel/contract/call'
import { execute } from '../../front-door/src/testing/clients/client.ts'
import type { Account } from '../../front-door/src/testing/clients/client.ts'
import { pythonWith } from '../../front-door/src/testing/clients/scripts.ts'
import { join } from 'node:path'

export interface ZeepCall {
  operation: string
  arguments?: Record<string, unknown>
}

/** Makes calls with zeep, from a description; returns the results as plain records. */
export type ZeepMakes = (
  wsdl: string,
  calls: readonly (ZeepCall & { call: SoapCall })[],
) => Promise<unknown[]>

/** A call that zeep knows by its operation. */
export const does = (call: SoapCall, given?: Record<string, unknown>) => ({
  call,
  operation: call.operation,
  ...(given ? { arguments: given } : {}),
})

const PYTHON = pythonWith('zeep')
export const missingZeep = PYTHON === undefined ? 'python3-zeep' : undefined

/**
 * Makes SOAP calls with Python's zeep, as it understands the device's own description.
 * @returns the results as plain records
 * @throws when one of them fails
 */
export async function zeep(
  wsdl: string,
  { user, password }: Account,
  calls: readonly ZeepCall[],
  token?: Account,
): Promise<unknown[]> {
  const job = { user, password, wsdl, calls, ...(token ? { token } : {}) }
  const script = join(import.meta.dirname, 'zeep-client.py')
  const { code, stdout, stderr } = await execute(PYTHON ?? '', [script], JSON.stringify(job))
  if (code !== 0) throw new Error(`zeep failed: ${stderr}`)
  const answers = JSON.parse(stdout.toString('utf8')) as { result?: unknown; error?: string }[]
  return answers.map(({ result, error }, at) => {
    if (error !== undefined) throw new Error(`${calls[at]?.operation}: ${error}`)
    return result
  })
}
