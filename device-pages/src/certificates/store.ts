/** The page's writes to the device, and the file formats that they need. */
import {
  deleteCertificates,
  loadCaCertificates,
  loadCertificates,
  loadCertificateWithKey,
  loadPkcs12,
  makeCertificate,
  requestSigning,
} from '@lintel/contract/calls/certificates'
import type { InputOf, SoapCall } from '@lintel/contract/call'
import { KEY_GENERATION_TIMEOUT } from '../app/timing.ts'
import { callService } from './call-service.ts'

const write = <C extends { kind: SoapCall['kind'] }>(call: C, input: InputOf<C>) =>
  callService(call, input, { timeoutMs: KEY_GENERATION_TIMEOUT })

/** Creates a key and a self-signed certificate. */
export const createSelfSigned = (input: InputOf<typeof makeCertificate>) =>
  write(makeCertificate, input)

/** A signing request as a file (RFC 7468 §7). */
export async function signingRequest(id: string): Promise<string> {
  const { Pkcs10Request } = await write(requestSigning, { CertificateID: id })
  return pem('CERTIFICATE REQUEST', Pkcs10Request.Data)
}

/** Replaces the certificate that has the same key by the one that a CA signed. */
export const loadSigned = async (id: string, file: File) =>
  write(loadCertificates, {
    NVTCertificate: [{ CertificateID: id, Certificate: { Data: await base64Of(file) } }],
  })

/**
 * @param key the file with the key; by default the key is in the certificate's file
 */
export async function loadWithKey(id: string, file: File, key: File = file): Promise<void> {
  const [certificate, privateKey] = await Promise.all([base64Of(file), base64Of(key)])
  await write(loadCertificateWithKey, {
    CertificateWithPrivateKey: [
      {
        CertificateID: id,
        Certificate: { Data: certificate },
        PrivateKey: { Data: privateKey },
      },
    ],
  })
}

export const loadContainer = async (id: string, file: File, password: string) =>
  write(loadPkcs12, {
    CertificateID: id,
    Pkcs12: { Data: await base64Of(file) },
    ...(password === '' ? {} : { Password: password }),
  })

export const loadAuthority = async (id: string, file: File) =>
  write(loadCaCertificates, {
    CACertificate: [{ CertificateID: id, Certificate: { Data: await base64Of(file) } }],
  })

export const remove = (id: string) => write(deleteCertificates, { CertificateID: [id] })

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** DER in base64 as text (RFC 7468 §2). */
function pem(what: string, base64: string): string {
  const lines = base64.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${what}-----\n${lines.join('\n')}\n-----END ${what}-----\n`
}
