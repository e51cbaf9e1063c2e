import { downloadCall, restCall, soapCall } from '../call.ts'
import { CERT_SCHEMA, ONVIF_SCHEMA } from '../soap/service.ts'
import type { SoapService } from '../soap/service.ts'
import { boolean, many, number, once, optional, text } from '../soap/shape.ts'
import type { ChoiceShape, RecordShape } from '../soap/shape.ts'
import { deviceManagement } from './onvif-users.ts'
import { certificateSet } from './web-server.ts'
import * as v from 'valibot'

/** The maker's own certificate operations. */
export const certificateService: SoapService = {
  name: 'CertificateService',
  namespace: 'http://www.axis.com/vapix/ws/certificates',
  prefix: 'acertificates',
  description: '/wsdl/vapix/Certificates.wsdl',
}

/** The set that an audio site trusts. Source: A §7. */
export const AUDIO_SITE_SET = 'AUDIOSITE'

const data = {
  type: 'record',
  name: 'BinaryData',
  namespace: ONVIF_SCHEMA,
  fields: { Data: once(text) },
} satisfies RecordShape

/** A certificate by its name, with its DER in base64. */
const certificate = {
  type: 'record',
  name: 'Certificate',
  namespace: ONVIF_SCHEMA,
  fields: { CertificateID: once(text), Certificate: once(data) },
} satisfies RecordShape

const withKey = {
  type: 'record',
  name: 'CertificateWithPrivateKey',
  namespace: ONVIF_SCHEMA,
  fields: {
    CertificateID: optional(text),
    Certificate: once(data),
    PrivateKey: once(data),
  },
} satisfies RecordShape

/** Both in UTC (`xs:dateTime`). */
const range = {
  type: 'record',
  name: 'DateTimeRange',
  namespace: ONVIF_SCHEMA,
  fields: { From: once(text), Until: once(text) },
} satisfies RecordShape

/** The contents of a certificate. Names are distinguished names (RFC 4514). */
const information = {
  type: 'record',
  name: 'CertificateInformation',
  namespace: ONVIF_SCHEMA,
  fields: {
    CertificateID: once(text),
    IssuerDN: optional(text),
    SubjectDN: optional(text),
    KeyLength: optional(number),
    SerialNum: optional(text),
    Validity: optional(range),
  },
} satisfies RecordShape

/** Whether the web server uses a certificate. */
const status = {
  type: 'record',
  name: 'CertificateStatus',
  namespace: ONVIF_SCHEMA,
  fields: { CertificateID: once(text), Status: once(boolean) },
} satisfies RecordShape

/** The key types that the device generates. */
export const KEY_TYPES = ['EC-P256', 'RSA-2048', 'RSA-4096'] as const
export type KeyType = (typeof KEY_TYPES)[number]

const keyType: ChoiceShape<KeyType> = {
  type: 'choice',
  name: 'KeyType',
  namespace: certificateService.namespace,
  options: KEY_TYPES,
}

/** The subject of a certificate. */
const subject = {
  type: 'record',
  name: 'Subject',
  namespace: certificateService.namespace,
  fields: {
    CommonName: once(text),
    Organization: optional(text),
    OrganizationalUnit: optional(text),
    Locality: optional(text),
    State: optional(text),
    // Two letters (ISO 3166-1).
    Country: optional(text),
    // Host names and addresses that it is valid for, besides the common name.
    AlternativeName: many(text),
  },
} satisfies RecordShape

/**
 * Size limit of an uploaded file in bytes: more than a certificate with its chain, or a key, ever
 * has.
 */
export const FILE_BYTES_MAX = 64 * 1024
/** Longest validity of a self-signed certificate, in days. */
export const DAYS_MAX = 3650

const onvif = {
  path: '/vapix/services',
  aliases: ['/onvif/device_service'],
  service: deviceManagement,
  access: 'admin',
  source: 'A §7 SOAP; ONVIF Core, device management, security',
} as const
const vendor = {
  path: '/vapix/services',
  service: certificateService,
  access: 'admin',
  source: 'A §7 SOAP',
} as const

export const getCertificates = soapCall({
  ...onvif,
  id: 'certificates.getAll',
  operation: 'GetCertificates',
  effect: 'read',
  proof: 'fixture',
  summary: 'Lists the certificates that the device has a key for.',
  input: {},
  output: { NvtCertificate: many(certificate) },
})

export const getCaCertificates = soapCall({
  ...onvif,
  id: 'certificates.getCa',
  operation: 'GetCACertificates',
  effect: 'read',
  proof: 'fixture',
  summary: 'Lists the certificates of authorities.',
  input: {},
  output: { CACertificate: many(certificate) },
})

export const loadCertificateWithKey = soapCall({
  ...onvif,
  id: 'certificates.load',
  operation: 'LoadCertificateWithPrivateKey',
  effect: 'write',
  proof: 'client',
  summary: 'Stores certificates with their private keys (DER or PEM in base64).',
  input: { CertificateWithPrivateKey: many(withKey) },
  output: {},
})

export const loadCaCertificates = soapCall({
  ...onvif,
  id: 'certificates.loadCa',
  operation: 'LoadCACertificates',
  effect: 'write',
  proof: 'client',
  summary: 'Stores certificates of authorities.',
  input: { CACertificate: many(certificate) },
  output: {},
})

export const loadCertificates = soapCall({
  ...onvif,
  id: 'certificates.loadSigned',
  operation: 'LoadCertificates',
  effect: 'write',
  proof: 'client',
  summary:
    'Stores certificates that an authority has signed for keys of the device (DER or PEM in base64, with their chains). With an existing id it replaces that certificate and must match its key; with a new id it must match some key of the device.',
  input: { NVTCertificate: many(certificate) },
  output: {},
})

export const getCertificateInformation = soapCall({
  ...onvif,
  id: 'certificates.information',
  operation: 'GetCertificateInformation',
  effect: 'read',
  proof: 'client',
  summary: 'Describes a certificate of either kind.',
  input: { CertificateID: once(text) },
  output: { CertificateInformation: once(information) },
})

export const getCertificatesStatus = soapCall({
  ...onvif,
  id: 'certificates.status',
  operation: 'GetCertificatesStatus',
  effect: 'read',
  proof: 'client',
  summary: 'Says which of the certificates the web server uses.',
  input: {},
  output: { CertificateStatus: many(status) },
})

export const createCertificate = soapCall({
  ...onvif,
  id: 'certificates.createOnvif',
  operation: 'CreateCertificate',
  effect: 'write',
  proof: 'client',
  summary:
    'Makes a self-signed certificate with an elliptic-curve key, for a common name (`Subject`; the host name by default). Times are UTC.',
  input: {
    CertificateID: optional(text),
    Subject: optional(text),
    ValidNotBefore: optional(text),
    ValidNotAfter: optional(text),
  },
  output: { NvtCertificate: once(certificate) },
})

export const getPkcs10Request = soapCall({
  ...onvif,
  id: 'certificates.requestOnvif',
  operation: 'GetPkcs10Request',
  effect: 'read',
  proof: 'client',
  summary:
    "Returns a signing request (PKCS#10, DER in base64) for a certificate's key, with the common name `Subject` or the certificate's own subject.",
  input: { CertificateID: once(text), Subject: optional(text), Attributes: optional(data) },
  output: { Pkcs10Request: once(data) },
})

export const deleteCertificates = soapCall({
  ...onvif,
  id: 'certificates.delete',
  operation: 'DeleteCertificates',
  effect: 'write',
  proof: 'client',
  summary: 'Deletes certificates of either kind, all or none; refused if one is in use.',
  input: { CertificateID: many(text) },
  output: {},
})

export const getCertSet = soapCall({
  ...vendor,
  id: 'certificates.getSet',
  operation: 'GetCertSet',
  effect: 'read',
  proof: 'fixture',
  summary: 'Lists the certificates of a set, such as `AUDIOSITE`.',
  input: { CertSetName: once(text) },
  output: { CertSet: once(certificateSet) },
})

export const setCertSet = soapCall({
  ...vendor,
  id: 'certificates.setSet',
  operation: 'SetCertSet',
  effect: 'write',
  proof: 'fixture',
  summary: 'Sets the certificates of a set.',
  input: { CertSetName: once(text), CertSet: once(certificateSet) },
  output: {},
})

export const listCertSets = soapCall({
  ...vendor,
  id: 'certificates.listSets',
  operation: 'ListCertSets',
  effect: 'read',
  proof: 'fixture',
  summary: 'Lists the names of the sets.',
  input: {},
  output: {
    CertSetNameList: once({
      type: 'record',
      name: 'CertSetNameList',
      namespace: CERT_SCHEMA,
      fields: { CertSetNames: many(text) },
    } satisfies RecordShape),
  },
})

export const makeCertificate = soapCall({
  ...vendor,
  source: 'A §7; own design: its elements',
  id: 'certificates.create',
  operation: 'CreateCertificate2',
  effect: 'write',
  proof: 'own design',
  summary: `Makes a key and a self-signed certificate, valid for \`ValidDays\` (1 to ${DAYS_MAX}; 397 by default). It can be used until an authority has signed one for the same key.`,
  input: {
    CertificateID: once(text),
    KeyType: once(keyType),
    Subject: once(subject),
    ValidDays: optional(number),
  },
  output: { CertificateID: once(text) },
})

export const requestSigning = soapCall({
  ...vendor,
  source: 'A §7; own design: its elements',
  id: 'certificates.request',
  operation: 'GetPkcs10Request2',
  effect: 'read',
  proof: 'own design',
  summary:
    "Returns a signing request (PKCS#10, DER in base64) for a certificate's key, with `Subject` or the certificate's own subject. Upload the signed certificate with `LoadCertificates`.",
  input: { CertificateID: once(text), Subject: optional(subject) },
  output: { Pkcs10Request: once(data) },
})

export const loadPkcs12 = soapCall({
  ...vendor,
  source: 'A §7; own design: its elements',
  id: 'certificates.loadPkcs12',
  operation: 'LoadPkcs12',
  effect: 'write',
  proof: 'own design',
  summary:
    'Stores a certificate with its key and chain from a PKCS#12 file (base64), with current or legacy encryption.',
  input: { CertificateID: once(text), Pkcs12: once(data), Password: optional(text) },
  output: { CertificateID: once(text) },
})

/** One of the device's certificates, as the pages show it. */
export interface CertificateDetails {
  id: string
  /** `own`: the device has its key. `authority`: a CA certificate. */
  kind: 'own' | 'authority'
  /** Distinguished names, one part in each line as OpenSSL orders them: `CN=door-12`. */
  subject: string
  issuer: string
  /** Host names and addresses that it is valid for. */
  names: string[]
  /** `EC P-256`, `RSA 2048`. */
  key: string
  keyKind: 'ec' | 'rsa' | 'other'
  /** UTC, ISO 8601. */
  validFrom: string
  validTo: string
  /** SHA-256 of the certificate, `AB:CD:…`. */
  fingerprint: string
  selfSigned: boolean
  /** Number of certificates in its chain, up to an authority. */
  chain: number
  /** The device made it at its first boot, and renews it itself when its address changes. */
  factory: boolean
  /** The sets that include it, `WebServer` first; while there are any it can't be deleted. */
  usedBy: string[]
  /** The names of the enabled SIP accounts that use it; while there are any it can't be deleted. */
  sipAccounts: string[]
}

export const listCertificates = restCall({
  id: 'certificates.list',
  path: '/lintel/certificates',
  methods: ['GET'],
  access: 'admin',
  effect: 'read',
  source: 'own design',
  proof: 'own design',
  own: true,
  summary:
    'Lists every certificate, of the device and of authorities, with its contents and the sets and SIP accounts that use it.',
  request: v.object({}),
  data: v.object({ certificates: v.array(v.custom<CertificateDetails>(() => true)) }),
})

export const certificatesWsdl = downloadCall({
  id: 'wsdl.certificates',
  path: certificateService.description,
  access: 'admin',
  effect: 'read',
  summary: "Describes the maker's certificate operations (WSDL 1.1).",
  source: 'A §7; own design: the name of the file',
  proof: 'client',
  request: v.object({}),
  contentType: 'text/xml; charset=utf-8',
})
