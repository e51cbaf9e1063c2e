import { join } from 'node:path'
import { makeCertificate } from '@lintel/front-door/testing/certificate'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { hasPythonModule, openPythonServer } from './programs.ts'
import type { PythonServer } from './programs.ts'

/** Debian's python3-aiosmtpd. */
export const HAS_MAIL_SERVER = hasPythonModule('aiosmtpd')

/** A mail as it has arrived. */
export interface Mail {
  from: string
  to: string[]
  subject: string
  /** UTC milliseconds. */
  date: number
  text: string
  /** `bytes` in hexadecimal digits. */
  files: { name: string; type: string; bytes: string }[]
  /** Who has signed in; null for nobody. */
  user: string | null
  encrypted: boolean
}

type Ports = Record<'open' | 'login' | 'starttls' | 'ssl', number>

export interface MailServer extends PythonServer<Ports, Mail> {
  /** Its certificate, which it has signed itself, for `localhost`. */
  certificate: string
}

/** A real mail server with one port for each kind of encryption. */
export async function openMailServer(user: string, password: string): Promise<MailServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-mail-'))
  const { key, cert } = await makeCertificate('localhost')
  writeFileSync(join(folder, 'key'), key)
  writeFileSync(join(folder, 'cert'), cert)
  const options = { user, password, key: join(folder, 'key'), cert: join(folder, 'cert') }
  const server = await openPythonServer<Ports, Mail>(
    join(import.meta.dirname, 'mail-server.py'),
    options,
  )
  rmSync(folder, { recursive: true })
  return { ...server, certificate: cert }
}
