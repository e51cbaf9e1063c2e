import {
  certificateService as described,
  certificatesWsdl,
  createCertificate,
  deleteCertificates,
  getCaCertificates,
  getCertificateInformation,
  getCertificates,
  getCertificatesStatus,
  getCertSet,
  getPkcs10Request,
  listCertificates,
  listCertSets,
  loadCaCertificates,
  loadCertificates,
  loadCertificateWithKey,
  loadPkcs12,
  makeCertificate,
  requestSigning,
  setCertSet,
} from '@lintel/contract/calls/certificates'
import { Refusal } from '@lintel/contract/fault'
import { serve, serveChange } from '@lintel/front-door/serve'
import { dataOf, detailsOf, informationOf } from '../../certificates/describe.ts'
import { startPkcs12Worker } from '../../certificates/pkcs12.ts'
import type { StartPkcs12Worker } from '../../certificates/pkcs12.ts'
import type { StoredCertificate } from '../../state/certificate-store.ts'
import type { Service } from '../service.ts'
import { describe } from '../soap/wsdl.ts'
import { versionOf } from '../version-of.ts'
import { openCreating } from './create.ts'
import { idsIn } from './ids.ts'
import { openLoading } from './load.ts'
import { readSet, setNamesOf, usersOf, writeSet } from './sets.ts'
import { checkSubject, subjectFrom } from './subject.ts'

/** The operations in the maker's WSDL. */
const VENDOR_CALLS = [
  getCertSet,
  setCertSet,
  listCertSets,
  makeCertificate,
  requestSigning,
  loadPkcs12,
]

const wireOf = (certificate: StoredCertificate) => ({
  CertificateID: certificate.id,
  Certificate: { Data: dataOf(certificate) },
})

/** Certificates and certificate sets. Source: ONVIF Core, device management, security; A §7. */
export const certificateServiceWith =
  (startWorker: StartPkcs12Worker): Service =>
  (device) => {
    const { certificates: store, events, webServer } = device
    const ids = idsIn(store)
    const creating = openCreating(device)
    const loading = openLoading(device, startWorker)
    const changed = (): void => events.changed('certificates')
    const unsubscribe = store.subscribe(changed)
    const ofKind = (kind: StoredCertificate['kind']) =>
      store.all().filter((certificate) => certificate.kind === kind)

    return {
      calls: [
        serve(getCertificates, () => ({ NvtCertificate: ofKind('own').map(wireOf) })),
        serve(getCaCertificates, () => ({ CACertificate: ofKind('authority').map(wireOf) })),
        serve(getCertificateInformation, ({ CertificateID }) => ({
          CertificateInformation: informationOf(ids.known(CertificateID)),
        })),
        serve(getCertificatesStatus, () => {
          const { policy, certificate } = webServer.settings()
          return {
            CertificateStatus: ofKind('own').map(({ id }) => ({
              CertificateID: id,
              Status: policy !== 'Http' && id === certificate,
            })),
          }
        }),
        serve(createCertificate, async (input) => ({
          NvtCertificate: wireOf(await creating.makePlain(input)),
        })),
        serve(makeCertificate, async (input) => ({
          CertificateID: (await creating.make(input)).id,
        })),
        serve(getPkcs10Request, async ({ CertificateID, Subject, Attributes }) => {
          if (Attributes) throw new Refusal('invalid', 'Attributes are not supported.')
          const subject = Subject === undefined ? undefined : checkSubject(subjectFrom(Subject))
          return { Pkcs10Request: { Data: await creating.request(CertificateID, subject) } }
        }),
        serve(requestSigning, async ({ CertificateID, Subject }) => {
          const subject = Subject && checkSubject(Subject)
          return { Pkcs10Request: { Data: await creating.request(CertificateID, subject) } }
        }),
        serveChange(loadCertificates, ({ NVTCertificate }) => {
          loading.signed(NVTCertificate)
          return {}
        }),
        serveChange(loadCertificateWithKey, ({ CertificateWithPrivateKey }) => {
          loading.withKeys(CertificateWithPrivateKey)
          return {}
        }),
        serveChange(loadCaCertificates, ({ CACertificate }) => {
          loading.authorities(CACertificate)
          return {}
        }),
        serve(loadPkcs12, async (input) => {
          await loading.pkcs12(input)
          return { CertificateID: input.CertificateID }
        }),
        serveChange(deleteCertificates, ({ CertificateID }) => {
          for (const id of CertificateID) {
            const { factory } = ids.known(id)
            if (factory) throw prohibited(`The device needs the certificate ${id}.`)
            const { usedBy, sipAccounts } = usersOf(device, id)
            const users = [...usedBy, ...sipAccounts.map((name) => `SIP account ${name}`)]
            if (users.length > 0) {
              throw prohibited(`The certificate ${id} is in use: ${users.join(', ')}.`)
            }
          }
          store.remove(CertificateID)
          for (const id of CertificateID) device.logToBench('certificate.removed', { id })
          return {}
        }),
        serve(listCertSets, () => ({
          CertSetNameList: { CertSetNames: setNamesOf(device.product) },
        })),
        serve(getCertSet, ({ CertSetName }, context) => {
          const set = readSet(device, CertSetName)
          context.version(versionOf(set))
          return { CertSet: set }
        }),
        serveChange(setCertSet, ({ CertSetName, CertSet }, context) => {
          context.mustMatch(versionOf(readSet(device, CertSetName)))
          writeSet(device, CertSetName, CertSet)
          changed()
          return {}
        }),
        serve(listCertificates, () => ({
          certificates: store.all().map((one) => detailsOf(one, usersOf(device, one.id))),
        })),
        serve(certificatesWsdl, (_, { origin }) => describe(described, VENDOR_CALLS, origin)),
      ],
      close: unsubscribe,
    }
  }

export const certificateService = certificateServiceWith(startPkcs12Worker)

const prohibited = (message: string): Refusal =>
  new Refusal('invalid', message, ['Sender', 'ter:OperationProhibited'])
