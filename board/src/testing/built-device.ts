import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const CHECKOUT = join(import.meta.dirname, '..', '..', '..')

/** The real device's main module, built first if it is stale. */
export async function builtDevice(): Promise<string> {
  await promisify(execFile)(process.execPath, [join(CHECKOUT, 'tools', 'build.mjs'), 'device'])
  return join(CHECKOUT, 'device', 'dist', 'main.js')
}
