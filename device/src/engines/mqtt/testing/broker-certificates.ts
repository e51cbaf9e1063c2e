import { join } from 'node:path'
import { openOpenSsl } from '../../../services/testing/openssl.ts'
import type { OpenSsl } from '../../../services/testing/openssl.ts'

/** An authority, a broker and a client with certificates of it, all as PEM. */
export interface BrokerCertificates {
  openssl: OpenSsl
  authority: string
  broker: { cert: string; key: string }
  client: { cert: string; key: string }
  /** Makes another certificate for the client. */
  renew(): Promise<{ cert: string; key: string }>
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
  const text = (name: string) => openssl.read(name).toString()
  const make = async (name: string) => {
    await openssl.run(`req ${key} -subj /CN=${name} -keyout ${name}.key -out ${name}.csr`)
    await openssl.run(
      `x509 -req -in ${name}.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile ${name}.ext -out ${name}.crt`,
    )
    return { cert: text(`${name}.crt`), key: text(`${name}.key`) }
  }
  const broker = await make('broker')
  const client = await make('gate')
  const path = (name: string) => join(openssl.path('.'), name)
  return {
    openssl,
    authority: text('ca.crt'),
    broker,
    client,
    renew: () => make('gate'),
    lines: [
      `cafile ${path('ca.crt')}`,
      `certfile ${path('broker.crt')}`,
      `keyfile ${path('broker.key')}`,
      'require_certificate true',
    ],
    args: ['--cafile', path('ca.crt'), '--cert', path('gate.crt'), '--key', path('gate.key')],
  }
}
