import { downloadCall, soapCall } from '../call.ts'
import { CERT_SCHEMA } from '../soap/service.ts'
import type { SoapService } from '../soap/service.ts'
import { boolean, many, once, optional, text } from '../soap/shape.ts'
import type { ChoiceShape, RecordShape } from '../soap/shape.ts'
import * as v from 'valibot'

/** The settings of http and https. */
export const webServer: SoapService = {
  name: 'WebServerService',
  namespace: 'http://www.axis.com/vapix/ws/webserver',
  prefix: 'aweb',
  description: '/wsdl/vapix/WebServer.wsdl',
}

/** Which of the two reach the device. Source: A §9. */
export const CONNECTION_POLICIES = ['Http', 'Https', 'HttpAndHttps'] as const
export type ConnectionPolicy = (typeof CONNECTION_POLICIES)[number]

const policy: ChoiceShape<ConnectionPolicy> = {
  type: 'choice',
  name: 'ConnectionPolicy',
  namespace: webServer.namespace,
  options: CONNECTION_POLICIES,
}

const ids = {
  type: 'record',
  name: 'CertificateIds',
  namespace: CERT_SCHEMA,
  fields: { Id: many(text) },
} satisfies RecordShape

/** Certificates used together: own ones, those of authorities, trusted ones. */
export const certificateSet = {
  type: 'record',
  name: 'CertificateSet',
  namespace: CERT_SCHEMA,
  fields: {
    Certificates: once(ids),
    CACertificates: optional(ids),
    TrustedCertificates: optional(ids),
  },
} satisfies RecordShape

const configuration = {
  type: 'record',
  name: 'TlsConfiguration',
  namespace: webServer.namespace,
  fields: {
    Tls: once(boolean),
    ConnectionPolicies: once({
      type: 'record',
      name: 'ConnectionPolicies',
      namespace: webServer.namespace,
      // Firmware from 7.10 on has one policy for all accounts, the administrator's.
      fields: { Admin: once(policy), Operator: optional(policy), Viewer: optional(policy) },
    } satisfies RecordShape),
    Ciphers: once({
      type: 'record',
      name: 'Ciphers',
      namespace: CERT_SCHEMA,
      fields: { Cipher: many(text) },
    } satisfies RecordShape),
    CertificateSet: once(certificateSet),
  },
  // Always `WebServer`, the name of its certificate set.
  attributes: ['name'] as const,
} satisfies RecordShape

const call = {
  path: '/vapix/services',
  service: webServer,
  access: 'admin',
  source: 'A §7 SOAP',
  proof: 'fixture',
} as const

export const getWebServerTls = soapCall({
  ...call,
  id: 'webserver.getTls',
  operation: 'GetWebServerTlsConfiguration',
  effect: 'read',
  summary:
    'Returns the certificate, the connection policy and the cipher suites of the web server.',
  input: {},
  output: { Configuration: once(configuration) },
})

export const setWebServerTls = soapCall({
  ...call,
  id: 'webserver.setTls',
  operation: 'SetWebServerTlsConfiguration',
  effect: 'write',
  summary:
    'Sets all of it at once, after checking that the certificate exists and that a suite works with it.',
  input: { Configuration: once(configuration) },
  output: {},
})

export const webServerWsdl = downloadCall({
  id: 'wsdl.webserver',
  path: webServer.description,
  access: 'admin',
  effect: 'read',
  summary: 'Describes the operations of the web server (WSDL 1.1).',
  source: 'A §7; own design: the name of the file',
  proof: 'client',
  request: v.object({}),
  contentType: 'text/xml; charset=utf-8',
})
