import { join } from 'node:path'
import { openOpenSsl } from '../../../services/testing/openssl.ts'
import type { OpenSsl } from '../../../services/testing/openssl.ts'

/** An authority, a broker and a client with certificates of it, all as PEM. */
export interface BrokerCertificates {
  openssl: OpenSsl
  authority: string
  broker: { cert: string; key: string }
  client: { cert: string; key: string }
  /** Lines of mosquitto's configuration, and arguments of its clients. */
  lines: readonly string[]
  args: readonly string[]
}

/**
 * Made by the openssl program; close it after the test.
 * @param names whom the broker's certificate is for
 */
export async function makeBrokerCertificates(
  names = 'IP:127.0.0.1,DNS:localhost',
): Promise<BrokerCertificates> {
  const openssl = openOpenSsl()
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
  await openssl.run(`req -x509 ${key} -subj /CN=House -days 2 -keyout ca.key -out ca.crt`)
  openssl.write('broker.ext', `subjectAltName=${names}\n`)
  openssl.write('gate.ext', 'extendedKeyUsage=clientAuth\n')
  for (const name of ['broker', 'gate']) {
    // oxlint-disable-next-line no-await-in-loop -- the second needs the first
    await openssl.run(`req ${key} -subj /CN=${name} -keyout ${name}.key -out ${name}.csr`)
    // oxlint-disable-next-line no-await-in-loop -- the second needs the first
    await openssl.run(
      `x509 -req -in ${name}.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile ${name}.ext -out ${name}.crt`,
    )
  }
  const text = (name: string) => openssl.read(name).toString()
  const path = (name: string) => join(openssl.path('.'), name)
  return {
    openssl,
    authority: text('ca.crt'),
    broker: { cert: text('broker.crt'), key: text('broker.key') },
    client: { cert: text('gate.crt'), key: text('gate.key') },
    lines: [
      `cafile ${path('ca.crt')}`,
      `certfile ${path('broker.crt')}`,
      `keyfile ${path('broker.key')}`,
      'require_certificate true',
    ],
    args: ['--cafile', path('ca.crt'), '--cert', path('gate.crt'), '--key', path('gate.key')],
  }
}
