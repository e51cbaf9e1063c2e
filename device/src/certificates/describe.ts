import { X509Certificate } from 'node:crypto'
import type { AnswerOf } from '@lintel/contract/call'
import type {
  CertificateDetails,
  getCertificateInformation,
} from '@lintel/contract/calls/certificates'
import type { StoredCertificate } from '../state/certificate-store.ts'
import type { Subject } from './make.ts'
import { certificatesIn, isSelfSigned, keyName, kindOf } from './read.ts'

/** The certificate itself, without its chain. */
export const leafOf = ({ cert }: Pick<StoredCertificate, 'cert'>): X509Certificate =>
  new X509Certificate(cert)

/** DER in base64, as SOAP carries it. */
export const dataOf = (certificate: Pick<StoredCertificate, 'cert'>): string =>
  leafOf(certificate).raw.toString('base64')

/** The certificate as the pages show it. */
export function detailsOf(
  certificate: StoredCertificate,
  users: Pick<CertificateDetails, 'usedBy' | 'sipAccounts'>,
): CertificateDetails {
  const read = leafOf(certificate)
  const { publicKey } = read
  return {
    id: certificate.id,
    kind: certificate.kind,
    subject: read.subject,
    issuer: read.issuer,
    names: namesOf(read),
    key: keyName(publicKey),
    keyKind: kindOf(publicKey) ?? 'other',
    validFrom: isoOf(read.validFrom),
    validTo: isoOf(read.validTo),
    fingerprint: read.fingerprint256,
    selfSigned: isSelfSigned(read),
    chain: certificatesIn(Buffer.from(certificate.cert)).length - 1,
    factory: certificate.factory,
    ...users,
  }
}

/** The certificate as ONVIF describes it. */
export function informationOf(
  certificate: StoredCertificate,
): AnswerOf<typeof getCertificateInformation>['CertificateInformation'] {
  const read = leafOf(certificate)
  const { modulusLength, namedCurve = '' } = read.publicKey.asymmetricKeyDetails ?? {}
  const bits = modulusLength ?? Number(/\d{3}/.exec(namedCurve)?.[0] ?? 0)
  return {
    CertificateID: certificate.id,
    IssuerDN: lineOf(read.issuer),
    SubjectDN: lineOf(read.subject),
    ...(bits === 0 ? {} : { KeyLength: bits }),
    SerialNum: read.serialNumber,
    Validity: { From: isoOf(read.validFrom), Until: isoOf(read.validTo) },
  }
}

/** Converts OpenSSL's time format to ISO 8601. */
const isoOf = (time: string): string => new Date(time).toISOString()

/**
 * A distinguished name in one line, last attribute first (RFC 4514 §2.1). OpenSSL returns one line
 * per attribute.
 */
const lineOf = (name: string): string => name.split('\n').toReversed().join(',')

/** Host names and addresses that a certificate is valid for (RFC 5280 §4.2.1.6). */
export const namesOf = ({ subjectAltName = '' }: X509Certificate): string[] =>
  subjectAltName
    .split(', ')
    .map((entry) => /^(?:DNS|IP Address):(.+)$/.exec(entry)?.[1])
    .filter((name) => name !== undefined)

const PARTS = ['C', 'ST', 'L', 'O', 'OU', 'CN'] as const

/** The subject, as a list of attributes. */
export function subjectOf(certificate: X509Certificate): Subject {
  const { subject } = certificate.toLegacyObject()
  return PARTS.flatMap((name) => [subject[name] ?? []].flat().map((value) => ({ name, value })))
}
