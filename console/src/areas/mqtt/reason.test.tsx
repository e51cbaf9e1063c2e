import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { I18n } from '@lintel/ui/i18n'
import english from '../../../messages/mqtt/en.json'
import { useReason } from './reason.ts'

const { result } = renderHook(() => useReason(), {
  wrapper: ({ children }) => (
    <I18n language="en" catalogues={[english]}>
      {children}
    </I18n>
  ),
})

test.each([
  ['unreachable', 'ECONNREFUSED', 'No broker answers at this address and port.', ''],
  [
    'unreachable',
    'ENOTFOUND',
    "There is no host of this name, or the name server doesn't answer.",
    '',
  ],
  [
    'unreachable',
    'EHOSTUNREACH',
    'The device has no way to this address. Check the network settings.',
    '',
  ],
  ['unreachable', 'ECONNRESET', 'The broker has closed the connection.', ''],
  ['unreachable', 'EWHATEVER', "The broker can't be reached.", ''],
  [
    'certificate',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    "One side doesn't accept the certificate of the other.",
    '',
  ],
  ['refused', 'Server busy', 'The broker refused the connection.', 'Server busy'],
] as const)('%s with %s is said in words', (reason, detail, title, more) => {
  expect(result.current(reason, detail)).toEqual({ title, more })
})
