import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The openssl program in a folder of its own, as an independent peer. */
export interface OpenSsl {
  /** The path of a file in the folder. */
  path: (name: string) => string
  write: (name: string, content: string) => void
  read: (name: string) => string
  /** Runs it with these arguments and returns its output. */
  run: (command: string) => string
  /** What a TLS 1.2 client sees: subject and cipher; undefined when the handshake fails. */
  handshake: (url: string) => { subject: string | undefined; cipher: string | undefined }
  close: () => void
}

export function openOpenSsl(): OpenSsl {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-openssl-'))
  const path = (name: string) => join(folder, name)
  const start = (args: readonly string[]) =>
    execFileSync('openssl', args, {
      cwd: folder,
      encoding: 'utf8',
      input: '',
      timeout: 30_000,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
  return {
    path,
    write: (name, content) => writeFileSync(path(name), content),
    read: (name) => readFileSync(path(name), 'utf8'),
    run: (command) => start(command.split(' ')),
    handshake(url) {
      let output = ''
      try {
        output = start(['s_client', '-tls1_2', '-connect', new URL(url).host])
      } catch {
        return { subject: undefined, cipher: undefined }
      }
      return {
        subject: /subject=(.*)/.exec(output)?.[1],
        cipher: /Cipher is (\S+)/.exec(output)?.[1],
      }
    },
    close: () => rmSync(folder, { recursive: true }),
  }
}
