import { addressOrEmpty, addressesOrEmpty } from '../rules/address.ts'
import { oneOf, secret, text, whole } from './codec.ts'
import { group } from './group.ts'

export const remoteService = group('RemoteService', {
  ClientCert: text(),
  DSCP: whole(0, 63),
  Enabled: oneOf(['oneclick', 'yes', 'no']),
  LogFile: text(),
  ProxyAuth: oneOf(['basic', 'digest', 'auto']),
  ProxyLogin: text(64),
  ProxyPassword: secret(),
  ProxyPort: whole(1, 65_535),
  ProxyServer: text(253, addressOrEmpty),
  ServerList: text(1024, addressesOrEmpty),
})
