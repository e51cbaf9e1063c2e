import { DEFAULT_CIPHERS } from '@lintel/contract/rules/ciphers'
import { OWN_CERTIFICATE } from '../../state/certificate-store.ts'
import type { Definition } from '../../state/definition.ts'
import { bool, group, int, live, nested, oneOf, text } from '../group.ts'

const yesNo = (value: boolean) => (value ? 'yes' : 'no')

const POLICY = 'BoaGroupPolicy'

/** Since firmware 7.10 one policy holds for all, that of the administrators. */
const samePolicy = live(({ get }) => get(`root.System.${POLICY}.admin`))

export function system(): Definition[] {
  return [
    ...group(
      'System',
      { read: 'viewer', write: 'never' },
      { RootPwdSet: live(({ rootPasswordSet }) => yesNo(rootPasswordSet())) },
    ),
    ...group(
      'System',
      { read: 'operator', write: 'admin' },
      nested(POLICY, {
        admin: oneOf('both', ['http', 'https', 'both']),
        operator: samePolicy,
        viewer: samePolicy,
      }),
    ),
  ]
}

export function https(): Definition[] {
  return group(
    'HTTPS',
    { read: 'operator', write: 'admin' },
    {
      Certificate: text(OWN_CERTIFICATE, 64),
      Ciphers: text(DEFAULT_CIPHERS.join(':'), 1024),
      Enabled: bool('yes'),
      Port: int(443, 1, 65_535),
    },
  )
}
