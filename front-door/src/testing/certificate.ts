import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Certificate } from '../tls.ts'

const run = promisify(execFile)

const KEYS = {
  ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  rsa: ['-newkey', 'rsa:2048'],
}

/** A self-signed certificate for a name, made by the openssl program. */
export async function makeCertificate(
  name: string,
  kind: keyof typeof KEYS = 'ec',
): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    const made = [...KEYS[kind], '-nodes']
    const written = ['-keyout', key, '-out', cert, '-days', '2', '-subj', `/CN=${name}`]
    await run('openssl', ['req', '-x509', ...made, ...written])
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
  } finally {
    await rm(folder, { recursive: true })
  }
}
