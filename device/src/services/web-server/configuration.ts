import type { RequestOf } from '@lintel/contract/call'
import type { setWebServerTls } from '@lintel/contract/calls/web-server'
import { cipherCalled } from '@lintel/contract/rules/ciphers'
import { invalid } from '../../certificates/faults.ts'
import type { WebServerSettings } from '../../engines/web-server/settings.ts'

/**
 * The settings in a request. Policies for operators and viewers are accepted but ignored, as since
 * firmware 7.10.
 * @throws Refusal for contradictions, and for what the web server lacks
 */
export function settingsOf({
  Tls,
  ConnectionPolicies: { Admin: policy },
  Ciphers,
  CertificateSet: { Certificates, CACertificates, TrustedCertificates },
}: RequestOf<typeof setWebServerTls>['Configuration']): WebServerSettings {
  if (!Tls && policy !== 'Http') {
    throw invalid(`Without TLS the connection policy cannot be ${policy}.`)
  }
  const [certificate = '', ...others] = Certificates.Id
  if (others.length > 0) throw invalid('The web server accepts one certificate only.')
  if ([CACertificates, TrustedCertificates].some((set) => (set?.Id ?? []).length > 0)) {
    throw invalid('The web server does not support client certificates.')
  }
  return { policy, certificate, ciphers: Ciphers.Cipher.map(cipherCalled) }
}
