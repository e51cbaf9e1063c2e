import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The openssl program in a temporary folder, as an independent peer. */
export interface OpenSsl {
  /** Runs a command line and returns its output, stderr last. Rejects when it fails. */
  run(command: string): Promise<string>
  write(name: string, content: string | Uint8Array): void
  read(name: string): Buffer
  /** The path of a file in the folder. */
  path(name: string): string
  /** What a client sees of a server: subject and cipher suite; undefined without a handshake. */
  handshake(
    url: string,
    ...options: string[]
  ): Promise<{ subject: string | undefined; cipher: string | undefined }>
  close(): void
}

export function openOpenSsl(): OpenSsl {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-openssl-'))
  const place = (name: string) => join(folder, name)
  return {
    async run(command) {
      const { stdout, stderr } = await run('openssl', command.split(' '), { cwd: folder })
      return stdout + stderr
    },
    write: (name, content) => writeFileSync(place(name), content),
    path: place,
    read: (name) => readFileSync(place(name)),
    handshake(url, ...options) {
      return new Promise((resolve) => {
        const args = ['s_client', '-connect', new URL(url).host, ...options]
        const child = execFile('openssl', args, { timeout: 5000 }, (_error, output) => {
          const cipher = /Cipher is (\S+)/.exec(output)?.[1]
          resolve({
            subject: /subject=(.*)/.exec(output)?.[1],
            cipher: cipher === '(NONE)' ? undefined : cipher,
          })
        })
        child.stdin?.end()
      })
    },
    close: () => rmSync(folder, { recursive: true }),
  }
}
