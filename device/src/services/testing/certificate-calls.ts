import { Worker } from 'node:worker_threads'
import type { CertificateDetails } from '@lintel/contract/calls/certificates'
import { productCalled } from '@lintel/contract/products/products'
import type { Pkcs12Request } from '../../certificates/pkcs12.ts'
import { certificateServiceWith } from '../certificates/certificates.ts'
import { webServerService } from '../web-server/web-server.ts'
import type { OpenSsl } from './openssl.ts'
import { sendSoap } from './soap.ts'
import { openTestDevice } from './test-device.ts'
import type { TestDevice } from './test-device.ts'

const SOURCE = new URL('../../certificates/pkcs12-worker.ts', import.meta.url).href

/** Runs the worker from source; the device runs the built one. */
const startWorker = (order: Pkcs12Request): Worker =>
  new Worker(`import('tsx/esm/api').then(({ tsImport }) => tsImport('${SOURCE}', '${SOURCE}'))`, {
    eval: true,
    workerData: order,
  })

/** A device with these calls, on the host's time, which the openssl program uses. */
export async function openCertificateDevice(product = 'C1310-E'): Promise<TestDevice> {
  const services = [certificateServiceWith(startWorker), webServerService]
  const device = await openTestDevice(services, Date.now(), productCalled(product))
  device.makeAccounts()
  return device
}

/** `rsa`, `ec` and `ca`, each a key and a self-signed certificate: `rsa.key`, `rsa.crt`, … */
export async function makePairs(openssl: OpenSsl): Promise<void> {
  const make = (name: string, subject: string, key: string) =>
    openssl.run(
      `req -x509 -newkey ${key} -nodes -subj /CN=${subject} -days 2 -keyout ${name}.key -out ${name}.crt`,
    )
  const ec = 'ec -pkeyopt ec_paramgen_curve:P-384'
  await Promise.all([
    make('rsa', 'rivest', 'rsa:2048'),
    make('ec', 'elliptic', ec),
    make('ca', 'authority', ec),
  ])
}

const data = (text: string) => `<tt:Data>${text}</tt:Data>`

const certificate = (id: string, text: string) =>
  `<tt:CertificateID>${id}</tt:CertificateID><tt:Certificate>${data(text)}</tt:Certificate>`

/** The certificate calls, made as an administrator; binary input is base64. */
export function certificateCalls(device: () => TestDevice) {
  const ask = (body: string) => sendSoap(device(), body)
  return {
    load: (id: string, cert: string, key: string) =>
      ask(
        `<tds:LoadCertificateWithPrivateKey><tds:CertificateWithPrivateKey>${certificate(id, cert)}` +
          `<tt:PrivateKey>${data(key)}</tt:PrivateKey></tds:CertificateWithPrivateKey></tds:LoadCertificateWithPrivateKey>`,
      ),
    loadAuthority: (id: string, cert: string) =>
      ask(
        `<tds:LoadCACertificates><tds:CACertificate>${certificate(id, cert)}</tds:CACertificate></tds:LoadCACertificates>`,
      ),
    loadSigned: (id: string, cert: string) =>
      ask(
        `<tds:LoadCertificates><tds:NVTCertificate>${certificate(id, cert)}</tds:NVTCertificate></tds:LoadCertificates>`,
      ),
    loadPkcs12: (id: string, file: string, password: string) =>
      ask(
        `<acertificates:LoadPkcs12><acertificates:CertificateID>${id}</acertificates:CertificateID>` +
          `<acertificates:Pkcs12>${data(file)}</acertificates:Pkcs12><acertificates:Password>${password}</acertificates:Password></acertificates:LoadPkcs12>`,
      ),
    remove: (...ids: string[]) => {
      const named = ids.map((id) => `<tds:CertificateID>${id}</tds:CertificateID>`)
      return ask(`<tds:DeleteCertificates>${named.join('')}</tds:DeleteCertificates>`)
    },
    listed: async () => {
      const text = await device().text('/lintel/certificates', { as: 'root' })
      return (JSON.parse(text) as { certificates: CertificateDetails[] }).certificates
    },
    /** The names of the stored certificates. */
    ids: () =>
      device()
        .certificates.all()
        .map(({ id }) => id),
    pemOf: (id: string) => device().certificates.find(id)?.cert ?? '',
  }
}
