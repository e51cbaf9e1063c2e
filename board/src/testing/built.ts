import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const CHECKOUT = join(import.meta.dirname, '..', '..', '..')

/** Main modules by target, as tests ask for them; each is checked once per worker. */
const built = new Map<string, Promise<string>>()

function builtMain(target: 'device' | 'board'): Promise<string> {
  const building =
    built.get(target) ??
    promisify(execFile)(process.execPath, [join(CHECKOUT, 'tools', 'build.mjs'), target]).then(() =>
      join(CHECKOUT, target, 'dist', 'main.js'),
    )
  built.set(target, building)
  return building
}

/** The real device's main module, built first if it is stale. */
export const builtDevice = (): Promise<string> => builtMain('device')

/** The board's main module, built first if it is stale; it starts five times as fast as by tsx. */
export const builtBoard = (): Promise<string> => builtMain('board')
