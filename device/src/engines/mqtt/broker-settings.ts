import { MQTT_PORTS } from '@lintel/contract/calls/mqtt'
import type { MqttClientConfig } from '@lintel/contract/calls/mqtt'
import type { CertificateStore } from '../../state/certificate-store.ts'
import { ActionFailure } from '../action-rules/types.ts'
import type { BrokerSettings } from './connection.ts'

/**
 * The configured broker with the certificates that it needs, still without the last will.
 * @throws ActionFailure if one of them is gone
 */
export function brokerOf(
  config: MqttClientConfig,
  password: string,
  defaults: { clientId: string },
  certificates: Pick<CertificateStore, 'all' | 'find'>,
): BrokerSettings {
  const { server } = config
  return {
    protocol: server.protocol,
    host: server.host,
    port: server.port ?? MQTT_PORTS[server.protocol],
    basepath: server.basepath,
    alpnProtocol: server.alpnProtocol,
    username: config.username,
    password,
    clientId: config.clientId || defaults.clientId,
    keepAlive: config.keepAliveInterval,
    connectTimeout: config.connectTimeout,
    cleanSession: config.cleanSession,
    will: undefined,
    tls: tlsOf(config, certificates),
  }
}

function tlsOf(
  { server: { protocol }, ssl }: MqttClientConfig,
  certificates: Pick<CertificateStore, 'all' | 'find'>,
): BrokerSettings['tls'] {
  const { validateServerCert = true, CACertID = '', clientCertID = '' } = ssl ?? {}
  if (protocol !== 'ssl' && protocol !== 'wss') {
    return { validates: validateServerCert, authorities: [], own: undefined }
  }
  return {
    validates: validateServerCert,
    authorities: authoritiesIn(certificates, CACertID),
    own: ownIn(certificates, clientCertID),
  }
}

function authoritiesIn(certificates: Pick<CertificateStore, 'all' | 'find'>, id: string): string[] {
  if (id === '') {
    return certificates.all().flatMap(({ kind, cert }) => (kind === 'authority' ? [cert] : []))
  }
  const found = certificates.find(id)
  if (found?.kind !== 'authority') throw new ActionFailure('certificate', id)
  return [found.cert]
}

function ownIn(
  certificates: Pick<CertificateStore, 'find'>,
  id: string,
): BrokerSettings['tls']['own'] {
  if (id === '') return undefined
  const { cert, key } = certificates.find(id) ?? {}
  if (cert === undefined || key === undefined) throw new ActionFailure('certificate', id)
  return { cert, key }
}
