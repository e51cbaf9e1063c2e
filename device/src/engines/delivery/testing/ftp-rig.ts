import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasPythonModule, openPythonServer } from './programs.ts'
import type { PythonServer } from './programs.ts'

/** Debian's python3-pyftpdlib. */
export const HAS_FTP_SERVER = hasPythonModule('pyftpdlib')

/** A command that changes something, and its path. */
type Command = [name: string, path: string]

export interface FtpServer extends PythonServer<{ port: number }, Command> {
  /** What clients see as `/`. */
  folder: string
}

/**
 * A real FTP server with the account `user`, and with `reader` and `adder`, who may only do that, by
 * the same password.
 */
export async function openFtpServer(user: string, password: string): Promise<FtpServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-ftp-'))
  const script = join(import.meta.dirname, 'ftp-server.py')
  const server = await openPythonServer<{ port: number }, Command>(script, {
    user,
    password,
    folder,
  })
  return {
    ...server,
    folder,
    async close() {
      await server.close()
      rmSync(folder, { recursive: true })
    },
  }
}
