/** The cards and PINs of a door controller, and the card that it denied last. Own design. */
import {
  getCredentialList,
  getDeniedCard,
  removeCredential,
  setCredential,
} from '@lintel/contract/calls/access-control'
import type { Credential } from '@lintel/contract/calls/access-control'
import type { CallOptions } from '@lintel/contract/client'
import { isLost } from '@lintel/contract/fault'
import { queryOptions } from '@tanstack/react-query'
import type { DeviceTime } from '../../app/clock/device-clock.ts'
import { device } from '../../app/device.ts'
import { timeQuery } from '../../app/queries.ts'
import { queryClient } from '../../app/query-client.ts'
import { readingQuery, storedSetting } from '../../app/stored/stored-setting.ts'
import type { Reading } from '../../app/stored/stored-setting.ts'
import { recordOf, sameCredential, takesPin, valuesOf } from './credential-values.ts'
import type { Credentials, CredentialValues } from './credential-values.ts'

/** For firmware that does not report its time: as the rest of the console shows its records then. */
const UTC: DeviceTime = { utc: Date.now(), at: performance.now(), offset: 0, zone: undefined }

const credentials: Reading<Credentials> = {
  key: ['credentials', 'list'],
  read: async (options: CallOptions) => ({
    list: (await device.call(getCredentialList, {}, options)).Credential,
    clock: (await queryClient.ensureQueryData(timeQuery)) ?? UTC,
  }),
}

export const credentialsQuery = readingQuery(credentials)

/** The last card that opened no door, or null. */
export const deniedCardQuery = queryOptions({
  queryKey: ['credentials', 'denied'],
  queryFn: async ({ signal }) => (await device.call(getDeniedCard, {}, { signal })).denied ?? null,
})

export const credentialIn = ({ list }: Credentials, token: string): Credential | undefined =>
  list.find((one) => one.token === token)

const hasStored = (sent: CredentialValues, stored: Credential, clock: DeviceTime): boolean =>
  sameCredential(valuesOf(recordOf(sent, stored, clock), clock), valuesOf(stored, clock))

/** An existing credential; an empty PIN leaves the stored one unchanged. */
export const credentialSetting = (token: string) =>
  storedSetting<Credentials, CredentialValues>({
    ...credentials,
    call: setCredential.id,
    values(state) {
      const stored = credentialIn(state, token)
      return stored && valuesOf(stored, state.clock)
    },
    same: sameCredential,
    stores(state, sent) {
      const stored = credentialIn(state, token)
      return stored !== undefined && hasStored(sent, stored, state.clock)
    },
    // A PIN can't be read back.
    proves(state, sent) {
      const stored = credentialIn(state, token)
      if (!stored || (sent.pin !== '' && !sent.removePin)) return false
      if (sent.removePin && takesPin(stored)) return false
      return hasStored(sent, stored, state.clock)
    },
    async write(sent, { now, options }) {
      const record = recordOf(sent, credentialIn(now, token) ?? { token }, now.clock)
      await device.call(setCredential, { Credential: [record] }, options)
      return undefined
    },
  })

/**
 * Adds a credential. The console chooses the token, so that repeating it after a lost answer adds no
 * second one.
 */
export async function addCredential(
  token: string,
  values: CredentialValues,
  clock: DeviceTime,
): Promise<void> {
  try {
    await device.call(setCredential, { Credential: [recordOf(values, { token }, clock)] })
  } finally {
    await queryClient
      .invalidateQueries({ queryKey: credentialsQuery.queryKey })
      .catch(() => undefined)
  }
}

/** Deletes a credential. After a lost answer, the list tells whether it is gone. */
export async function deleteCredential(token: string): Promise<void> {
  try {
    await device.call(removeCredential, { Token: [token] }).catch(async (fault: unknown) => {
      if (!isLost(fault) || credentialIn(await credentials.read({}), token)) throw fault
    })
  } finally {
    void queryClient.invalidateQueries({ queryKey: credentialsQuery.queryKey })
  }
}
