import { isAddress, isAddressWithPort } from '@lintel/contract/rules/address'
import { problem } from '@lintel/contract/rules/problem'
import type { Rule } from '@lintel/contract/rules/problem'
import type { Definition } from '../../state/definition.ts'
import { group, int, oneOf, secret, text } from '../group.ts'

const checked = (right: boolean) =>
  right ? undefined : problem('validation.invalidIPAddressOrHostName')

/** Empty, a host name or an address. */
const host: Rule = (value) => checked(value === '' || isAddress(value))

/** Empty, or servers with or without a port, separated by commas. */
const servers: Rule = (value) =>
  checked(value === '' || value.split(',').every((server) => isAddressWithPort(server.trim())))

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
      ServerList: text('', 1024, servers),
    },
  )
}
