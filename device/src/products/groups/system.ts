import { OWN_CERTIFICATE } from '@lintel/contract/own-certificate'
import { https } from '@lintel/contract/parameters/https'
import { system } from '@lintel/contract/parameters/system'
import { DEFAULT_CIPHERS } from '@lintel/contract/rules/ciphers'
import type { Definition } from '../../state/definition.ts'
import { group, live } from '../group.ts'

const samePolicy = live(({ get }) => get('root.System.BoaGroupPolicy.admin'))

export function systemGroup(): Definition[] {
  return [
    ...group(
      'System',
      system,
      { read: 'viewer', write: 'never' },
      { RootPwdSet: live(({ rootPasswordSet }) => rootPasswordSet()) },
    ),
    ...group(
      'System',
      system,
      { read: 'operator', write: 'admin' },
      {
        'BoaGroupPolicy.admin': 'both',
        'BoaGroupPolicy.operator': samePolicy,
        'BoaGroupPolicy.viewer': samePolicy,
        LicenseKit: '',
        SessionDays: 30,
      },
    ),
  ]
}

export function httpsGroup(): Definition[] {
  return group(
    'HTTPS',
    https,
    { read: 'operator', write: 'admin' },
    { Certificate: OWN_CERTIFICATE, Ciphers: DEFAULT_CIPHERS, Enabled: true, Port: 443 },
  )
}
