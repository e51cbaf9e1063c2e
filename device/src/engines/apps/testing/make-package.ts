import { generateKeyPairSync } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/** An entry of a tar archive, as bad as a test wants it. */
export interface Entry {
  name: string
  /** `0`: file, `1`: hard link, `2`: link, `3`, `4`: devices, `5`: folder, `6`: pipe. */
  type?: string
  content?: string | Uint8Array
  mode?: number
  link?: string
  /** In place of the length of the content. */
  size?: number
}

const BLOCK = 512
const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')

function blocksOf({
  name,
  type = '0',
  content = '',
  mode = 0o644,
  link = '',
  size,
}: Entry): Buffer {
  const body = Buffer.from(content)
  const header = Buffer.alloc(BLOCK)
  header.write(name.slice(0, 100))
  header.write(octal(mode, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size ?? body.length, 11), 124)
  header.write(octal(0, 11), 136)
  header.write(' '.repeat(8), 148)
  header.write(type, 156)
  header.write(link, 157)
  header.write('ustar\u000000', 257, 'latin1')
  header.write(
    `${octal(
      header.reduce((all, byte) => all + byte, 0),
      6,
    )}\0 `,
    148,
  )
  return Buffer.concat([header, body, Buffer.alloc(-body.length & (BLOCK - 1))])
}

/** A package of these entries. */
export const packageOf = (entries: readonly Entry[]): Buffer =>
  gzipSync(Buffer.concat([...entries.map(blocksOf), Buffer.alloc(2 * BLOCK)]))

/** What a test says of its application, in place of what a plain one has. */
export interface AppOptions {
  setup?: { appName?: string; [member: string]: unknown }
  configuration?: object
  copyProtection?: object
  /** The program, a script for the shell without its first line. */
  script?: string
  more?: readonly Entry[]
}

export const manifestOf = ({ setup, configuration, copyProtection }: AppOptions = {}): string =>
  JSON.stringify({
    schemaVersion: '1.7.0',
    acapPackageConf: {
      setup: {
        appName: 'bell',
        appId: '4711',
        friendlyName: 'Bell',
        vendor: 'Example Ltd',
        vendorUrl: 'https://example.com/bell',
        version: '2.1.0',
        architecture: 'all',
        embeddedSdkVersion: '3.0',
        runMode: 'never',
        ...setup,
      },
      ...(copyProtection && { copyProtection }),
      ...(configuration && { configuration }),
    },
  })

/** A right package of an application that sleeps, or does what a test wants. */
export function appPackage(options: AppOptions = {}): Buffer {
  const { script = 'exec sleep 600', more = [], setup } = options
  const name = setup?.appName ?? 'bell'
  return packageOf([
    { name: 'manifest.json', content: manifestOf(options) },
    { name, content: `#!/bin/sh\n${script}\n`, mode: 0o755 },
    ...more,
  ])
}

/** The bytes as they arrive. */
export async function* arriving(bytes: Uint8Array, chunk = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
}

/** A vendor who signs licence keys: both keys in PEM. */
export function vendor(): { publicKey: string; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { publicKey, privateKey }
}
