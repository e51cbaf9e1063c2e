import { remoteService } from '@lintel/contract/parameters/remote-service'
import type { Definition } from '../../state/definition.ts'
import { group } from '../group.ts'

export function remoteServiceGroup(): Definition[] {
  return group(
    'RemoteService',
    remoteService,
    { read: 'admin', write: 'admin' },
    {
      ClientCert: '',
      DSCP: 0,
      Enabled: 'oneclick',
      LogFile: '',
      ProxyAuth: 'auto',
      ProxyLogin: '',
      ProxyPassword: '',
      ProxyPort: 3128,
      ProxyServer: '',
      ServerList: '',
    },
  )
}
