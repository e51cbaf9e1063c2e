import { isHostName, isIPv4, isIPv6 } from '@lintel/contract/rules/address'
import { problem } from '@lintel/contract/rules/problem'
import type { Rule } from '@lintel/contract/rules/problem'
import type { Definition } from '../../state/definition.ts'
import { group, int, oneOf, secret, text } from '../group.ts'

/** Empty, a host name or an address. */
const host: Rule = (value) =>
  value === '' || isHostName(value) || isIPv4(value) || isIPv6(value)
    ? undefined
    : problem('validation.invalidIPAddressOrHostName')

export function remoteService(): Definition[] {
  return group(
    'RemoteService',
    { read: 'admin', write: 'admin' },
    {
      ClientCert: text('', 255),
      DSCP: int(0, 0, 63),
      Enabled: oneOf('oneclick', ['oneclick', 'yes', 'no']),
      LogFile: text('', 255),
      ProxyAuth: oneOf('auto', ['basic', 'digest', 'auto']),
      ProxyLogin: text('', 64),
      ProxyPassword: secret(64),
      ProxyPort: int(3128, 1, 65_535),
      ProxyServer: text('', 253, host),
      ServerList: text('', 1024),
    },
  )
}
