/** Opens one PKCS#12 file (RFC 7292) in a thread of its own, and ends with it. */
import { createPrivateKey } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import type { Opened, ToOpen } from './pkcs12.ts'
import forge from 'node-forge'

const { asn1, pkcs12, pki, util } = forge

/** What the types of the library leave out. */
const { pbe } = pki as unknown as {
  pbe: { getCipherForPBES2: (oid: string, params: forge.asn1.Asn1, password: string) => unknown }
}
const { getCipherForPBES2 } = pbe
// The newer ciphers digest a password in UTF-8 (RFC 8018 §3), which the library takes as bytes; what
// is older, the digest over the file among it, has it in UTF-16, and the library sees to that.
pbe.getCipherForPBES2 = (oid, params, password) =>
  getCipherForPBES2(oid, params, util.encodeUtf8(password))

function open({ bytes, password }: ToOpen): Opened {
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
    // The library tells its refusals by their words alone.
    const words = cause instanceof Error ? cause.message : ''
    if (/MAC could not be verified|decrypt|padding/i.test(words)) return { problem: 'password' }
    return { problem: /unsupported|not supported/i.test(words) ? 'unsupported' : 'format' }
  }
}

/** The library reads RSA only; of all else it leaves the tree that it found. */
const certificateIn = ({ cert, asn1: tree }: forge.pkcs12.Bag): Uint8Array =>
  der(cert ? pki.certificateToAsn1(cert) : tree)

function keyIn({ key, asn1: tree }: forge.pkcs12.Bag): string {
  const found = key
    ? createPrivateKey({ key: der(pki.privateKeyToAsn1(key)), format: 'der', type: 'pkcs1' })
    : createPrivateKey({ key: der(tree), format: 'der', type: 'pkcs8' })
  return found.export({ type: 'pkcs8', format: 'pem' }).toString()
}

const der = (tree: forge.asn1.Asn1): Buffer => Buffer.from(asn1.toDer(tree).getBytes(), 'latin1')
const binary = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(open(workerData as ToOpen))
