/** Opens one PKCS#12 file (RFC 7292) in its own thread, then exits. */
import { createPrivateKey } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import type { Pkcs12Response, Pkcs12Request } from './pkcs12.ts'
import forge from 'node-forge'

const { asn1, pkcs12, pki, util } = forge

/** Missing from the library's types. */
const { pbe } = pki as unknown as {
  pbe: { getCipherForPBES2: (oid: string, params: forge.asn1.Asn1, password: string) => unknown }
}
const { getCipherForPBES2 } = pbe
// Newer ciphers derive their key from the password in UTF-8 (RFC 8018 §3), which the library
// expects as bytes. Older ciphers and the file's MAC use UTF-16; the library converts that itself.
pbe.getCipherForPBES2 = (oid, params, password) =>
  getCipherForPBES2(oid, params, util.encodeUtf8(password))

function open({ bytes, password }: Pkcs12Request): Pkcs12Response {
  let file: forge.asn1.Asn1
  try {
    file = asn1.fromDer(binary(bytes))
  } catch {
    return { problem: 'format' }
  }
  try {
    const opened = pkcs12.pkcs12FromAsn1(file, password)
    const bags = (type: string): forge.pkcs12.Bag[] => opened.getBags({ bagType: type })[type] ?? []
    return {
      certificates: bags(pki.oids['certBag'] ?? '').map(certificateIn),
      keys: [...bags(pki.oids['pkcs8ShroudedKeyBag'] ?? ''), ...bags(pki.oids['keyBag'] ?? '')].map(
        keyIn,
      ),
    }
  } catch (cause) {
    // The library's errors differ only in their messages.
    const message = cause instanceof Error ? cause.message : ''
    if (/MAC could not be verified|decrypt|padding/i.test(message)) return { problem: 'password' }
    return { problem: /unsupported|not supported/i.test(message) ? 'unsupported' : 'format' }
  }
}

/** The library parses RSA keys only; it returns all others as an ASN.1 tree. */
const certificateIn = ({ cert, asn1: tree }: forge.pkcs12.Bag): Uint8Array =>
  der(cert ? pki.certificateToAsn1(cert) : tree)

function keyIn({ key, asn1: tree }: forge.pkcs12.Bag): string {
  const privateKey = key
    ? createPrivateKey({ key: der(pki.privateKeyToAsn1(key)), format: 'der', type: 'pkcs1' })
    : createPrivateKey({ key: der(tree), format: 'der', type: 'pkcs8' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

const der = (tree: forge.asn1.Asn1): Buffer => Buffer.from(asn1.toDer(tree).getBytes(), 'latin1')
const binary = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(open(workerData as Pkcs12Request))
