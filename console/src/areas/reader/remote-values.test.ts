import type { IPAccessConfiguration } from '@lintel/contract/card-reader'
import { SECRET_SET } from '@lintel/contract/card-reader'
import { expect, test } from 'vitest'
import { readerIn } from './reader-state.ts'
import {
  checkServer,
  readableServer,
  serverIn,
  serverValues,
  withoutServer,
} from './remote-values.ts'

const SERVER: IPAccessConfiguration = {
  Scheme: 'http',
  Address: 'doors.example.com',
  Username: 'reader',
  Password: SECRET_SET,
  VerifyCertificate: false,
  IPProtocol: 'RequestAccess',
  RequestAccessConfiguration: [{ Id: '7', Name: 'Front door' }],
}

test('a deleted server leaves nothing behind, and the reader without a protocol (READER-26, READER-27, READER-28)', () => {
  const now = readerIn({ Protocol: 'IPAccess', IPAccessConfiguration: SERVER })
  expect(withoutServer(now)).toEqual({
    Protocol: 'None',
    IPAccessConfiguration: {
      Scheme: 'https',
      Address: '',
      Username: '',
      Password: '',
      VerifyCertificate: false,
      IPProtocol: 'None',
      RequestAccessConfiguration: [],
    },
  })
  expect(withoutServer({ ...now, Protocol: 'OSDP' }).Protocol).toBe('OSDP')
})

test('an empty password keeps the stored one, with its access point, for the same server and user (READER-25)', () => {
  const values = serverValues(SERVER)
  expect(checkServer(values, SERVER)).toEqual({})
  expect(serverIn({ ...values, https: true }, SERVER)).toEqual({ ...SERVER, Scheme: 'https' })

  // A connection that others could read or pretend to be needs the password again.
  const safe = { ...SERVER, Scheme: 'https' as const, VerifyCertificate: true }
  for (const less of [{ https: false }, { VerifyCertificate: false }]) {
    expect(checkServer({ ...serverValues(safe), ...less }, safe)).toEqual({
      Password: { id: 'validation.errorRequired' },
    })
  }

  const moved = { ...values, Address: '192.0.2.9' }
  expect(checkServer(moved, SERVER)).toEqual({ Password: { id: 'validation.errorRequired' } })
  const typed = { ...moved, Password: 'secret', passwordRepeat: 'secret' }
  expect(checkServer(typed, SERVER)).toEqual({})
  expect(serverIn(typed, SERVER)).toMatchObject({
    Address: '192.0.2.9',
    Password: 'secret',
    IPProtocol: 'None',
    RequestAccessConfiguration: [],
  })
})

test('a server differs from another by its access point, and by whether it has a password', () => {
  const other = (change: Partial<IPAccessConfiguration>) => readableServer({ ...SERVER, ...change })
  expect(other({ Password: 'typed' })).toBe(readableServer(SERVER))
  for (const change of [
    { Password: '' },
    { RequestAccessConfiguration: [{ Id: '8', Name: 'Front door' }] },
    { RequestAccessConfiguration: [] },
  ]) {
    expect(other(change)).not.toBe(readableServer(SERVER))
  }
})

test('the address and both passwords are checked (READER-64)', () => {
  const values = { ...serverValues(SERVER), Address: 'two words', Password: 'a' }
  expect(checkServer(values, SERVER)).toEqual({
    Address: { id: 'validation.invalidIPAddressOrHostName' },
    passwordRepeat: { id: 'validation.passwordsDontMatch' },
  })
})
