import { rtsp } from '@lintel/contract/parameters/rtsp'
import { webService } from '@lintel/contract/parameters/web-service'
import type { Definition } from '../../state/definition.ts'
import { group } from '../group.ts'

export const webServiceGroup = (): Definition[] =>
  group(
    'WebService',
    webService,
    { read: 'viewer', write: 'admin' },
    { 'DiscoveryMode.Discoverable': true, 'DiscoveryMode.Scopes': [] },
  )

export const rtspGroup = (): Definition[] =>
  group('Network', rtsp, { read: 'viewer', write: 'admin' }, { 'RTSP.Enabled': true })
