/** The certificates of a device with other firmware, from the calls that every device has. */
import {
  getCaCertificates,
  getCertificateInformation,
  getCertificates,
  getCertSet,
  listCertSets,
} from '@lintel/contract/calls/certificates'
import type { AnswerOf } from '@lintel/contract/call'
import type { CallOptions } from '@lintel/contract/client'
import { getSipAccounts } from '@lintel/contract/calls/sip-accounts'
import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { device } from '../app/device.ts'
import { callService } from './call-service.ts'
import type { CertificateDetails } from './certificate.ts'

/** What a certificate set contains. */
interface NamedSet {
  name: string
  ids: readonly string[]
}

/**
 * Reads the lists, then each certificate and each set. A device may refuse to describe one of them,
 * or to list its SIP accounts; these details or uses are left out.
 * @throws DeviceFault when the lists can't be read
 */
export async function readPublicCertificates(options: CallOptions): Promise<CertificateDetails[]> {
  const [{ NvtCertificate }, { CACertificate }, sets, accounts] = await Promise.all([
    callService(getCertificates, {}, options),
    callService(getCaCertificates, {}, options),
    readSets(options),
    readAccounts(options),
  ])
  const idsOf = (list: typeof NvtCertificate) => list.map(({ CertificateID }) => CertificateID)
  const all = [
    ...idsOf(NvtCertificate).map((id) => ({ id, kind: 'own' as const })),
    ...idsOf(CACertificate).map((id) => ({ id, kind: 'authority' as const })),
  ]
  return Promise.all(
    all.map(async ({ id, kind }) => ({
      id,
      kind,
      usedBy: sets.filter(({ ids }) => ids.includes(id)).map(({ name }) => name),
      sipAccounts: accounts.filter(({ Certificate }) => Certificate === id).map(({ Name }) => Name),
      ...(await describe(id, options)),
    })),
  )
}

/** The enabled SIP accounts with TLS; a product without SIP has none. */
async function readAccounts(options: CallOptions): Promise<ListedSipAccount[]> {
  const answer = await device.call(getSipAccounts, {}, options).catch(() => undefined)
  const accounts = answer?.SIPAccount ?? []
  return accounts.filter(({ Enabled, Transport }) => Enabled && Transport === 'tls')
}

async function readSets(options: CallOptions): Promise<NamedSet[]> {
  const { CertSetNameList } = await callService(listCertSets, {}, options)
  return Promise.all(
    CertSetNameList.CertSetNames.map(async (name) => {
      const answer = await callService(getCertSet, { CertSetName: name }, options).catch(
        () => undefined,
      )
      const { Certificates, CACertificates, TrustedCertificates } = answer?.CertSet ?? {}
      const ids = [Certificates, CACertificates, TrustedCertificates].flatMap(
        (list) => list?.Id ?? [],
      )
      return { name, ids }
    }),
  )
}

async function describe(id: string, options: CallOptions): Promise<Partial<CertificateDetails>> {
  const answer = await callService(getCertificateInformation, { CertificateID: id }, options).catch(
    () => undefined,
  )
  return answer ? detailsIn(answer.CertificateInformation) : {}
}

function detailsIn({
  SubjectDN,
  IssuerDN,
  KeyLength,
  Validity,
}: AnswerOf<
  typeof getCertificateInformation
>['CertificateInformation']): Partial<CertificateDetails> {
  return {
    ...(SubjectDN === undefined ? {} : { subject: linesOf(SubjectDN) }),
    ...(IssuerDN === undefined
      ? {}
      : { issuer: linesOf(IssuerDN), selfSigned: IssuerDN === SubjectDN }),
    ...(KeyLength === undefined ? {} : { bits: KeyLength }),
    ...(Validity ? { validFrom: Validity.From, validTo: Validity.Until } : {}),
  }
}

/** The parts of a distinguished name, first one first; the text has the last one first (RFC 4514 §2). */
const linesOf = (name: string): string =>
  (name.match(/(?:\\.|[^\\,])+/g) ?? [])
    .map((part) => part.trim().replaceAll(/\\([^\da-f])/gi, '$1'))
    .toReversed()
    .join('\n')
