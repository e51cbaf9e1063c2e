import type { Call } from '@lintel/contract/call'
import type { Client, ClientOptions, Transport } from '@lintel/contract/client'
import { createClient } from '@lintel/contract/client'
import type { PersonaId } from '@lintel/contract/firmware'
import { PERSONAS, EMULATED, hasCall } from '@lintel/contract/firmware'
import { test } from '@playwright/test'

/** The firmware persona of every test's device: `LINTEL_PERSONA=12.11 npx playwright test …`. */
export const PERSONA: PersonaId =
  PERSONAS.find((id) => id === process.env['LINTEL_PERSONA']) ?? 'own'

/** The path of a call in the persona's firmware. */
export const pathOf = ({ path, publicPath = path }: Pick<Call, 'path' | 'publicPath'>): string =>
  PERSONA !== 'own' && EMULATED[PERSONA].publicNames ? publicPath : path

/** Skips the running test, or all of a file, when the persona lacks a call that it needs. */
export function needs(call: Pick<Call, 'id' | 'own'>): void {
  if (PERSONA === 'own') return
  test.skip(!hasCall(EMULATED[PERSONA], call), `firmware ${PERSONA} has no ${call.id}`)
}

/**
 * Skips the running test where the device sends no versions, so that two writes can't be told
 * apart.
 */
export const needsVersions = (): void => needs({ id: 'version', own: true })

/** A client that maps calls to the persona; a test that makes a call which it lacks is skipped. */
export function clientFor(options: ClientOptions): Client & Transport {
  if (PERSONA === 'own') return createClient(options)
  const { publicNames } = EMULATED[PERSONA]
  const client = createClient({ ...options, publicNames: () => publicNames })
  return {
    ...client,
    call(call, input, use) {
      needs(call as unknown as Call)
      return client.call(call, input, use)
    },
  }
}
