import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { Refusal } from '@lintel/contract/fault'
import type { Clock } from '../clock/clock.ts'
import { fault } from './faults.ts'

/** The request to the worker. */
export interface Pkcs12Request {
  bytes: Uint8Array
  password: string
}

/**
 * The worker's answer: certificates in DER and keys in PEM, or the reason why the file can't be
 * opened.
 */
export type Pkcs12Response =
  | { certificates: Uint8Array[]; keys: string[] }
  | { problem: 'format' | 'password' | 'unsupported' }

export type StartPkcs12Worker = (request: Pkcs12Request) => Worker

/**
 * Time limit for one file, in milliseconds: the file itself sets its number of key derivation
 * rounds.
 */
const LIMIT = 10_000

/** Starts the worker, which the build places next to the device's bundle. */
export const startPkcs12Worker: StartPkcs12Worker = (request) =>
  new Worker(new URL('./pkcs12-worker.js', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  })

/**
 * Reads the key and the certificates of a PKCS#12 file, encrypted with current or legacy ciphers.
 * @throws Refusal when it isn't a PKCS#12 file, the password is wrong, or it doesn't hold exactly
 * one key
 */
export async function openPkcs12(
  request: Pkcs12Request,
  start: StartPkcs12Worker,
  clock: Pick<Clock, 'wait'>,
): Promise<{ key: KeyObject; certificates: X509Certificate[] }> {
  const opened = await answerOf(start(request), clock)
  if ('problem' in opened) throw PROBLEMS[opened.problem]()
  const [key, another] = opened.keys
  if (key === undefined) throw fault('CertificateFormat', 'The file contains no private key.')
  if (another !== undefined) {
    throw fault('CertificateFormat', 'The file contains more than one private key.')
  }
  return {
    key: createPrivateKey(key),
    certificates: opened.certificates.map((der) => new X509Certificate(der)),
  }
}

const PROBLEMS = {
  format: () => fault('CertificateFormat', 'This is not a PKCS#12 file.'),
  password: () => fault('DecryptionFailed', 'The password is wrong, or the file is damaged.'),
  unsupported: () =>
    fault('CertificateFormat', 'The file is encrypted or signed with an unsupported algorithm.'),
}

/** The worker's only message. */
async function answerOf(worker: Worker, clock: Pick<Clock, 'wait'>): Promise<Pkcs12Response> {
  const done = new AbortController()
  const answer = new Promise<Pkcs12Response>((resolve) => {
    worker.once('message', resolve)
    // The worker ran out of memory or crashed on the input.
    worker.once('error', () => resolve({ problem: 'format' }))
  })
  const late = clock.wait(LIMIT, done.signal).then(
    () => Promise.reject(new Refusal('invalid', 'The file takes too long to open.')),
    () => answer,
  )
  try {
    return await Promise.race([answer, late])
  } finally {
    done.abort()
    void worker.terminate()
  }
}
