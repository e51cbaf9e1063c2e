import type { Definition } from '../../state/definition.ts'
import { bool, group, int, live, text } from '../group.ts'

const yesNo = (value: boolean) => (value ? 'yes' : 'no')

export function system(): Definition[] {
  return group(
    'System',
    { read: 'viewer', write: 'never' },
    { RootPwdSet: live(({ rootPasswordSet }) => yesNo(rootPasswordSet())) },
  )
}

/** Cipher suites that the device serves, by their OpenSSL names. */
const CIPHERS = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
]

export function https(): Definition[] {
  return group(
    'HTTPS',
    { read: 'operator', write: 'admin' },
    {
      Ciphers: text(CIPHERS.join(':'), 1024),
      Enabled: bool('yes'),
      Port: int(443, 1, 65_535),
    },
  )
}
