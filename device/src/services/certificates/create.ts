import { X509Certificate } from 'node:crypto'
import type { RequestOf } from '@lintel/contract/call'
import { DAYS_MAX } from '@lintel/contract/calls/certificates'
import type {
  createCertificate,
  KeyType,
  makeCertificate,
} from '@lintel/contract/calls/certificates'
import { Refusal } from '@lintel/contract/fault'
import { namesOf, subjectOf } from '../../certificates/describe.ts'
import { fault } from '../../certificates/faults.ts'
import { DAY, SERVER_DAYS, validFor } from '../../certificates/validity.ts'
import type { Device } from '../../device.ts'
import type { StoredCertificate } from '../../state/certificate-store.ts'
import { idsIn } from './ids.ts'
import { checkSubject, subjectFrom } from './subject.ts'
import type { CheckedSubject } from './subject.ts'

/** Generates keys, certificates and requests. All methods throw a `Refusal`. */
export interface Creating {
  /** For the maker's call; returns the certificate's name. */
  make(input: RequestOf<typeof makeCertificate>): Promise<StoredCertificate>
  /** For ONVIF's call. */
  makePlain(input: RequestOf<typeof createCertificate>): Promise<StoredCertificate>
  /** A signing request for a certificate's key, base64 of DER. */
  request(id: string, checked: CheckedSubject | undefined): Promise<string>
}

export function openCreating(
  device: Pick<Device, 'certificates' | 'clock' | 'parameters' | 'network' | 'logToBench'>,
): Creating {
  const { certificates: store, clock, parameters, network } = device
  const ids = idsIn(store)
  let busy = false

  /** One at a time: generating a key uses all threads. */
  async function make(
    id: string,
    checked: CheckedSubject,
    key: KeyType,
    [from, until]: readonly [number, number],
  ): Promise<StoredCertificate> {
    ids.checkNew([id])
    if (busy) {
      throw new Refusal('busy', 'Another key is being generated.', ['Receiver', 'ter:Action'])
    }
    busy = true
    try {
      const { makeSelfSigned } = await import('../../certificates/make.ts')
      const generated = await makeSelfSigned({
        ...checked,
        key,
        from: new Date(from),
        until: new Date(until),
      })
      // The name may have been taken in the meantime.
      ids.checkNew([id])
      const certificate: StoredCertificate = { id, kind: 'own', ...generated, factory: false }
      store.put([certificate])
      device.logToBench('certificate.added', { id })
      return certificate
    } finally {
      busy = false
    }
  }

  return {
    make({ CertificateID, KeyType, Subject, ValidDays = SERVER_DAYS }) {
      if (!Number.isInteger(ValidDays) || ValidDays < 1 || ValidDays > DAYS_MAX) {
        throw fault('ValidityPeriod', `A certificate is valid for 1 to ${DAYS_MAX} days.`)
      }
      const times = validFor(ValidDays, clock.now())
      return make(CertificateID, checkSubject(Subject), KeyType, times)
    },
    makePlain({ CertificateID, Subject, ValidNotBefore, ValidNotAfter }) {
      const [now] = validFor(SERVER_DAYS, clock.now())
      const from = timeIn(ValidNotBefore) ?? now
      const until = timeIn(ValidNotAfter) ?? from + SERVER_DAYS * DAY
      if (until <= from) throw fault('ValidityPeriod', 'The certificate would never be valid.')
      const name = parameters.get('root.Network.VolatileHostName.HostName')
      const requested =
        Subject === undefined
          ? { CommonName: name, AlternativeName: [`${name}.local`, network.place().address] }
          : subjectFrom(Subject)
      return make(CertificateID ?? ids.free(), checkSubject(requested), 'EC-P256', [from, until])
    },
    async request(id, checked) {
      const { key, cert } = ids.withKey(id)
      const { makeSigningRequest } = await import('../../certificates/make.ts')
      const read = new X509Certificate(cert)
      const { subject, names } = checked ?? { subject: subjectOf(read), names: namesOf(read) }
      return Buffer.from(await makeSigningRequest({ subject, names, key })).toString('base64')
    },
  }
}

/** Parses `xs:dateTime` into UTC milliseconds; without a zone it is UTC. */
function timeIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)?$/.exec(text.trim())
  const time = parts ? Date.parse(`${parts[1]}${parts[2] ?? 'Z'}`) : Number.NaN
  if (Number.isNaN(time)) throw fault('ValidityPeriod', 'A time is not a valid dateTime.')
  return time
}
